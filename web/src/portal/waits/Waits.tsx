import { useMutation, useQuery } from "@connectrpc/connect-query";
import type { PortalWait } from "@leashline/proto/leashline/online_booking/v1/portal_file_pb.js";
import { PortalService } from "@leashline/proto/leashline/online_booking/v1/portal_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { type Business, formatFor } from "../../storefront/appointment/page.ts";
import { messageOf } from "../../ui/feedback/call-errors.ts";
import { ErrorState } from "../../ui/feedback/ErrorState.tsx";
import { row } from "../file.ts";
import type { Session } from "../Home.tsx";
import { Part } from "../Part.tsx";
import { Sure } from "../sure/Sure.tsx";
import { waitFacts } from "./wait-facts.ts";

/** What they wait for: a time that is offered is answered on its page, and nobody has to wait on. */
export const Waits = ({ session, business }: { session: Session; business: Business }) => {
  const found = useQuery(PortalService.method.getPortalWaits, { session }, { meta: { quiet: true } });
  const waits = found.data?.waits ?? [];
  if (found.error && !found.data) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  if (waits.length === 0) return null;
  return (
    <Part title="On the waitlist">
      {waits.map((wait) => (
        <WaitRow key={wait.waitId} session={session} business={business} wait={wait} onLeft={() => void found.refetch()} />
      ))}
    </Part>
  );
};

type Props = { session: Session; business: Business; wait: PortalWait; onLeft: () => void };

const WaitRow = ({ session, business, wait, onLeft }: Props) => {
  const [asking, setAsking] = useState(false);
  const leaving = useMutation(PortalService.method.leavePortalWait, { meta: { quiet: true }, onSuccess: onLeft });
  const format = formatFor(business);
  const { waitId, summary, offerUrl } = wait;
  return (
    <Box sx={{ ...row, display: "grid", gap: 1 }}>
      <Box sx={{ display: "flex", alignItems: "center", gap: 1 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="subtitle1">{summary}</Typography>
          <Typography color="textSecondary">{waitFacts(wait, format)}</Typography>
        </Box>
        {!asking && (
          <Button onClick={() => setAsking(true)} aria-label={`Stop waiting for ${summary}`} sx={{ minHeight: 44 }}>
            Stop waiting
          </Button>
        )}
      </Box>
      {offerUrl !== "" && (
        <Button href={offerUrl} variant="contained" color="primary" sx={{ minHeight: 44 }}>
          We have a time for you
        </Button>
      )}
      {leaving.error && <Alert severity="error">{messageOf(leaving.error)}</Alert>}
      {asking && (
        <Sure
          yes="Yes, stop waiting"
          no="Keep my place"
          isPending={leaving.isPending}
          onYes={() => leaving.mutate({ session, waitId })}
          onNo={() => setAsking(false)}
        />
      )}
    </Box>
  );
};
