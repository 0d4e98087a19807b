import { useMutation, useQuery } from "@connectrpc/connect-query";
import { ReferralService, type ReferredClient } from "@leashline/proto/leashline/customer/v1/referral_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { pathTo } from "../../../app/routes/paths.ts";
import { useCan } from "../../../app/session/session.ts";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { TextLink } from "../../../ui/links/Link.tsx";
import { Section } from "../../../ui/page/Section.tsx";
import { ClientPicker } from "../shared/ClientPicker.tsx";

const MOST = 50;

/** Who sent this client, and whom they sent. */
export const Referrals = ({ customerId }: { customerId: string }) => {
  const canEdit = useCan("editClient");
  const [choosing, setChoosing] = useState(false);
  const asked = { customerId, pageSize: MOST };
  const { data, error, refetch } = useQuery(ReferralService.method.listReferrals, asked);
  const set = useMutation(ReferralService.method.setReferrer, {
    onSuccess: () => {
      setChoosing(false);
      void refetch();
    },
  });
  const note = (referrerId: string) => set.mutate({ customerId, referrerId });
  const more = (data?.total ?? 0) - (data?.referred.length ?? 0);
  return (
    <Section
      title="Referrals"
      action={
        canEdit &&
        data &&
        (data.referrer ? (
          <Button loading={set.isPending} onClick={() => note("0")}>
            Remove who sent them
          </Button>
        ) : (
          <Button onClick={() => setChoosing(!choosing)}>{choosing ? "Cancel" : "Note who sent them"}</Button>
        ))
      }
    >
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {choosing && <ClientPicker value={undefined} onPick={(picked) => picked && note(picked.customerId)} />}
      {data?.referrer && (
        <Typography>
          Sent by <Name of={data.referrer} />
        </Typography>
      )}
      {data && data.referred.length > 0 && (
        <Box sx={{ mt: 0.5 }}>
          <Typography color="textSecondary">Sent {data.total === 1 ? "one client" : `${data.total} clients`}</Typography>
          <Box component="ul" aria-label="Clients they sent" sx={{ listStyle: "none", m: 0, p: 0 }}>
            {data.referred.map((one) => (
              <li key={one.customerId}>
                <Name of={one} />
              </li>
            ))}
          </Box>
          {more > 0 && <Typography color="textSecondary">and {more} more</Typography>}
        </Box>
      )}
      {data && !data.referrer && data.referred.length === 0 && !choosing && (
        <Typography color="textSecondary">No referrals yet. Add who referred this client, or who they referred.</Typography>
      )}
    </Section>
  );
};

const Name = ({ of: { customerId, name } }: { of: ReferredClient }) =>
  name ? <TextLink to={pathTo("/client/:customerId/overview", { customerId })}>{name}</TextLink> : <>a client you do not see</>;
