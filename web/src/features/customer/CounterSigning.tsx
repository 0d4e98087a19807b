import { useMutation, useQuery } from "@connectrpc/connect-query";
import { AgreementRecordService } from "@leashline/proto/leashline/customer/v1/agreement_record_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { ErrorState } from "../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../ui/feedback/Skeletons.tsx";
import { useTitle } from "../../ui/page/title.ts";
import { SigningForm } from "./agreements/records/SigningForm.tsx";

type Props = { id: string; onStaff: () => void };

/** The device is handed over: it shows one agreement and nothing else until whoever works here takes it back. */
export const CounterSigning = ({ id, onStaff }: Props) => {
  useTitle("Sign an agreement");
  const { data, error, refetch } = useQuery(AgreementRecordService.method.getAgreementRecord, { id });
  // A text that changed meanwhile is shown, with what was typed.
  const sign = useMutation(AgreementRecordService.method.signAgreement, { meta: { quiet: true }, onError: () => void refetch() });
  const record = data?.record;
  const isSigned = sign.data !== undefined || record?.signed === true;
  return (
    <Box
      component="main"
      aria-label="Sign an agreement"
      sx={{ p: { xs: 2, md: 4 }, pb: 8, bgcolor: "background.default", minHeight: "100dvh" }}
    >
      {isSigned && <GiveBack />}
      {record && !isSigned && (
        <SigningForm record={record} sending={sign.isPending} error={sign.error} onSign={(signing) => sign.mutate({ id, ...signing })} />
      )}
      {error && !record && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !record && <FormSkeleton fields={5} />}
      <Box sx={{ textAlign: "center", mt: 4 }}>
        <Button variant={isSigned ? "contained" : "text"} onClick={onStaff} sx={{ minHeight: 48 }}>
          For staff: unlock
        </Button>
      </Box>
    </Box>
  );
};

const GiveBack = () => (
  <Box role="status" sx={{ display: "grid", gap: 2, placeItems: "center", textAlign: "center", pt: "20vh" }}>
    <Typography variant="display" component="h1">
      Thank you!
    </Typography>
    <Typography>Your signature is saved. Please give the device back.</Typography>
  </Box>
);
