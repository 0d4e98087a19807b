import { useMutation } from "@connectrpc/connect-query";
import { BusinessService } from "@leashline/proto/leashline/account/v1/business_service_pb.js";
import { CompanyService } from "@leashline/proto/leashline/account/v1/company_service_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useNavigate, useSearchParams } from "react-router";
import { type BusinessRef, setSession, signedIn, useInfo } from "../../app/session/session.ts";
import { switchBusiness } from "../../app/session/session-api.ts";
import { messageOf } from "../../ui/feedback/call-errors.ts";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { toast } from "../../ui/feedback/toast.ts";
import { Icon } from "../../ui/icons.tsx";
import { namesStrangers } from "../../ui/links/ids.ts";
import { LinkButton } from "../../ui/links/Link.tsx";
import { MoveButtons } from "../../ui/lists/MoveButtons.tsx";
import { moved } from "../../ui/lists/useRowDrag.ts";
import { RelatedAccounts } from "./accounts/RelatedAccounts.tsx";
import { BusinessCards } from "./companies/BusinessCards.tsx";
import { byCompany, type CompanyPlaces } from "./companies/companies.ts";
import { Enterprises } from "./enterprise/Enterprises.tsx";
import { AccountFrame } from "./shared/AccountFrame.tsx";
import { arrive } from "./shared/sign-in/arrive.ts";

/** Shows another order at once, and the old one again when it could not be stored. */
const reorder = (companies: readonly CompanyPlaces[], store: (undo: { onError: () => void }) => void): void => {
  const info = signedIn();
  if (!info) return;
  setSession({ ...info, businesses: companies.flatMap((company) => company.businesses) });
  store({ onError: () => setSession(info) });
};

/** Pick a business, put them in order, add a company (core §1: an account may belong to several). */
const Businesses = () => {
  const { businesses, business } = useInfo();
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const sortBusinesses = useMutation(BusinessService.method.sortBusinesses);
  const sortCompanies = useMutation(CompanyService.method.sortCompanies);
  const companies = byCompany(businesses);
  const several = companies.length > 1;

  const choose = async (target: BusinessRef) => {
    try {
      arrive(await switchBusiness(target.id), query, navigate);
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  const moveCompany = (from: number, to: number) => {
    const order = moved(companies, from, to);
    reorder(order, (undo) => sortCompanies.mutate({ companyIds: order.map((one) => one.id) }, undo));
  };
  const moveWithin = (company: CompanyPlaces) => (from: number, to: number) => {
    const order = moved(company.businesses, from, to);
    reorder(
      companies.map((one) => (one === company ? { ...one, businesses: order } : one)),
      (undo) => sortBusinesses.mutate({ businessIdList: order.map((one) => one.id) }, undo),
    );
  };

  return (
    <AccountFrame
      title="Your businesses"
      lead={businesses.length > 1 ? "Choose where you are working. Menus use the same order." : undefined}
      {...(business && { back: "/home" })}
      actions={
        <LinkButton to="/business/new-company" startIcon={<Icon name="plus" />}>
          New company
        </LinkButton>
      }
    >
      {!business && namesStrangers(query.get("redirect"), businesses) && (
        <Alert severity="info" sx={{ mb: 1.5 }}>
          The address you opened is of a business that you do not belong to. Choose one of yours.
        </Alert>
      )}
      {businesses.length === 0 && (
        <EmptyState icon="building" title="No business yet" text="Create your company and its first location, and the calendar opens.">
          <LinkButton to="/business/new-company" variant="contained" color="primary">
            Create a company
          </LinkButton>
        </EmptyState>
      )}
      <Box sx={{ display: "grid", gap: 2 }}>
        {companies.map((company, at) => (
          <Box key={company.id}>
            {several && (
              <Box sx={{ display: "flex", alignItems: "center", mb: 0.5, pr: 1 }}>
                <Typography variant="h2" sx={{ flex: 1, minWidth: 0 }} noWrap>
                  {company.name}
                </Typography>
                <MoveButtons name={`the company ${company.name}`} at={at} count={companies.length} onMove={moveCompany} />
              </Box>
            )}
            <BusinessCards
              label={several ? `Businesses of ${company.name}` : "Businesses"}
              businesses={company.businesses}
              chosenId={business?.id}
              onChoose={(target) => void choose(target)}
              onMove={moveWithin(company)}
            />
          </Box>
        ))}
      </Box>
      <Enterprises />
      <RelatedAccounts />
    </AccountFrame>
  );
};

export default Businesses;
