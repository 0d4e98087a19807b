import { useMutation, useQuery } from "@connectrpc/connect-query";
import { AgreementRecordService } from "@leashline/proto/leashline/customer/v1/agreement_record_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import Typography from "@mui/material/Typography";
import { ErrorState } from "../../../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../../../ui/feedback/Skeletons.tsx";
import { SigningForm } from "./SigningForm.tsx";

type Props = { id: string; onSigned: () => void; onClose: () => void };

/** The device is handed over: it shows one agreement and nothing else until it is given back. */
export const CounterSigning = ({ id, onSigned, onClose }: Props) => {
  const { data, error, refetch } = useQuery(AgreementRecordService.method.getAgreementRecord, { id });
  const sign = useMutation(AgreementRecordService.method.signAgreement, { meta: { quiet: true }, onSuccess: onSigned });
  const record = data?.record;
  return (
    <Dialog open fullScreen slotProps={{ paper: { "aria-label": "Sign an agreement", sx: { borderRadius: 0 } } }} onClose={() => undefined}>
      <Box component="main" sx={{ p: { xs: 2, md: 4 }, pb: 8, bgcolor: "background.default", minHeight: "100%" }}>
        {sign.data ? (
          <GiveBack onClose={onClose} />
        ) : (
          <>
            {record && (
              <SigningForm
                key={record.versionNumber}
                record={record}
                sending={sign.isPending}
                error={sign.error}
                onSign={(signing) => sign.mutate({ id, ...signing })}
              />
            )}
            {error && !record && <ErrorState error={error} onRetry={() => void refetch()} />}
            {!error && !record && <FormSkeleton fields={5} />}
            <Box sx={{ textAlign: "center", mt: 4 }}>
              <Button variant="text" onClick={onClose}>
                Not now
              </Button>
            </Box>
          </>
        )}
      </Box>
    </Dialog>
  );
};

const GiveBack = ({ onClose }: { onClose: () => void }) => (
  <Box role="status" sx={{ display: "grid", gap: 2, placeItems: "center", textAlign: "center", pt: "20vh" }}>
    <Typography variant="display" component="h1">
      Thank you!
    </Typography>
    <Typography>Your signature is saved. Please give the device back.</Typography>
    <Button variant="contained" color="primary" onClick={onClose} sx={{ minHeight: 48, mt: 4 }}>
      Back to the client
    </Button>
  </Box>
);
