import { useMutation } from "@connectrpc/connect-query";
import { BusinessService } from "@leashline/proto/leashline/account/v1/business_service_pb.js";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import CardActionArea from "@mui/material/CardActionArea";
import IconButton from "@mui/material/IconButton";
import Typography from "@mui/material/Typography";
import { useNavigate, useSearchParams } from "react-router";
import { messageOf } from "../../app/call-errors.ts";
import { type BusinessRef, setSession, signedIn, useInfo } from "../../app/session.ts";
import { switchBusiness } from "../../app/session-api.ts";
import { toast } from "../../app/toast.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Icon } from "../../ui/icons.tsx";
import { LinkButton } from "../../ui/Link.tsx";
import { StatusChip } from "../../ui/StatusChip.tsx";
import { AccountFrame } from "./AccountFrame.tsx";
import { arrive } from "./arrive.ts";
import { Enterprises } from "./Enterprises.tsx";
import { RelatedAccounts } from "./RelatedAccounts.tsx";

/** Pick a business, put them in order, add a company (core §1: an account may belong to several). */
const Businesses = () => {
  const { businesses, business } = useInfo();
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const sort = useMutation(BusinessService.method.sortBusinesses);

  const choose = async (target: BusinessRef) => {
    try {
      arrive(await switchBusiness(target.id), query, navigate);
    } catch (error) {
      toast.error(messageOf(error));
    }
  };

  const move = (from: number, to: number) => {
    const moved = businesses.toSpliced(from, 1).toSpliced(to, 0, businesses[from] as BusinessRef);
    const info = signedIn();
    if (info) setSession({ ...info, businesses: moved });
    sort.mutate({ businessIdList: moved.map((one) => one.id) }, { onError: () => info && setSession(info) });
  };

  return (
    <AccountFrame
      title="Your businesses"
      lead={businesses.length > 1 ? "Choose where you work now. The order here is the order in every menu." : undefined}
      {...(business && { back: "/home" })}
      actions={
        <LinkButton to="/business/new-company" startIcon={<Icon name="plus" />}>
          New company
        </LinkButton>
      }
    >
      {businesses.length === 0 && (
        <EmptyState icon="building" title="No business yet" text="Create your company and its first location, and the calendar opens.">
          <LinkButton to="/business/new-company" variant="contained" color="primary">
            Create a company
          </LinkButton>
        </EmptyState>
      )}
      <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0, display: "grid", gap: 1 }}>
        {businesses.map((one, at) => (
          <Card component="li" key={one.id} sx={{ display: "flex", alignItems: "center", pr: 1 }}>
            <CardActionArea
              onClick={() => void choose(one)}
              sx={{ flex: 1, display: "flex", alignItems: "center", justifyContent: "flex-start", gap: 1.5, p: 1.5 }}
            >
              <Avatar name={one.name} id={one.id} size={40} />
              <Box sx={{ minWidth: 0 }}>
                <Typography variant="subtitle1" noWrap>
                  {one.name}
                </Typography>
                {one.companyName !== one.name && <Typography color="textSecondary">{one.companyName}</Typography>}
              </Box>
              {one.id === business?.id && <StatusChip tone="accent">Chosen</StatusChip>}
            </CardActionArea>
            {businesses.length > 1 && (
              <>
                <IconButton aria-label={`Move ${one.name} up`} disabled={at === 0} onClick={() => move(at, at - 1)}>
                  <Icon name="up" />
                </IconButton>
                <IconButton aria-label={`Move ${one.name} down`} disabled={at === businesses.length - 1} onClick={() => move(at, at + 1)}>
                  <Icon name="down" />
                </IconButton>
              </>
            )}
          </Card>
        ))}
      </Box>
      <Enterprises />
      <RelatedAccounts />
    </AccountFrame>
  );
};

export default Businesses;
