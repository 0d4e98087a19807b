import { useQuery } from "@connectrpc/connect-query";
import { LedgerService } from "@leashline/proto/leashline/payment/v1/ledger_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { RowsSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { plural } from "../../../ui/format/text.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { CopyField } from "../../../ui/inputs/CopyField.tsx";
import { useCheck } from "./useCheck.ts";

/** The daily closes, and whether what they sealed is as it was. */
export const Closes = () => {
  const format = useFormat();
  const { data, error, refetch } = useQuery(LedgerService.method.listLedgerCloses, { pageSize: 1 });
  const { check, checking, found } = useCheck();
  const last = data?.closes[0];
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <RowsSkeleton />;
  if (!last) return <Typography color="textSecondary">The books close for the first time tonight.</Typography>;
  return (
    <Box sx={{ display: "grid", gap: 1.25, justifyItems: "start" }}>
      <Typography>
        Closed {last.number === 1 ? "once, on" : `${last.number} times, last`} {format.instant(last.closeTime)} with{" "}
        {plural(last.entries, "entry", "entries")}.
      </Typography>
      <Box sx={{ width: "100%" }}>
        <CopyField label="Seal of the last close" value={last.hash} />
      </Box>
      <Typography variant="body2" color="textSecondary">
        The seal covers every entry up to that night. Keep it outside Leashline, for example with your bookkeeper: as long as it matches,
        nobody has changed the books before it.
      </Typography>
      <Button variant="outlined" loading={checking} onClick={() => void check()}>
        Check all closes
      </Button>
      {found && (
        <Alert severity={found.broken || found.slippedIn ? "error" : "success"}>
          {found.broken
            ? `Close ${found.broken} does not match its seal: the books up to it were changed after they were closed.`
            : found.slippedIn
              ? "Every close matches its seal, but an entry with an old date was added after the books were closed."
              : `${found.closes === 1 ? "The close matches its seal" : `All ${found.closes} closes match their seals`}, with ${plural(found.entries, "entry", "entries")}.`}
        </Alert>
      )}
    </Box>
  );
};
