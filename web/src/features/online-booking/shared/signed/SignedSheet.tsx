import { useQuery } from "@connectrpc/connect-query";
import { BookingRequestService } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import type { RequestAgreement } from "@leashline/proto/leashline/online_booking/v1/request_agreement_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import Typography from "@mui/material/Typography";
import { ErrorState } from "../../../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../../../ui/feedback/Skeletons.tsx";
import { safeText } from "../../../../ui/format/safe-text.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { SignatureDrawing } from "../../../customer/shared/SignaturePad.tsx";

type Props = { agreements: readonly RequestAgreement[] | undefined; error?: unknown; onRetry?: () => void; onClose: () => void };

/** What was signed before there was an appointment, as it was read. */
export const SignedSheets = ({ agreements, error, onRetry, onClose }: Props) => (
  <Dialog open onClose={onClose} maxWidth="md" fullWidth slotProps={{ paper: { "aria-label": "Signed agreements" } }}>
    <DialogContent sx={{ display: "grid", gap: 4, pt: 3, gridTemplateColumns: "minmax(0, 1fr)" }}>
      {agreements?.map((one) => (
        <Sheet key={one.agreementId} one={one} />
      ))}
      {Boolean(error) && !agreements && <ErrorState error={error} {...(onRetry && { onRetry })} />}
      {!agreements && !error && <FormSkeleton fields={4} />}
    </DialogContent>
    <DialogActions>
      <Button onClick={onClose}>Close</Button>
    </DialogActions>
  </Dialog>
);

/** Of a request that waits. */
const SignedSheet = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const { data, error, refetch } = useQuery(BookingRequestService.method.getBookingRequest, { id });
  return <SignedSheets agreements={data?.bookingRequest?.agreements} error={error} onRetry={() => void refetch()} onClose={onClose} />;
};

const Sheet = ({ one }: { one: RequestAgreement }) => {
  const format = useFormat();
  return (
    <Box component="article">
      <Typography variant="h2" sx={{ mb: 1 }}>
        {one.agreementHeader || one.title}
      </Typography>
      <Box sx={{ overflowWrap: "anywhere", "& p, & ul, & ol": { my: 1 }, "& a": { color: "primary.main" } }}>
        {safeText(one.agreementContent)}
      </Box>
      {one.inputs.map(({ label, value }) => (
        <Typography key={label} sx={{ mt: 1 }}>
          {label}: <b>{value || "–"}</b>
        </Typography>
      ))}
      {one.signature && (
        <Box sx={{ mt: 2, borderBottom: 1, borderColor: "line", maxWidth: 420 }}>
          <SignatureDrawing path={one.signature} />
        </Box>
      )}
      <Typography variant="subtitle1">{one.signerName}</Typography>
      <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
        Signed online · {format.instant(one.signedTime)} · version {one.versionNumber}
        <br />
        SHA-256 of the text: {one.contentHash}
      </Typography>
    </Box>
  );
};

export default SignedSheet;
