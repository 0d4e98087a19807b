import { useMutation, useQuery } from "@connectrpc/connect-query";
import { AchPaymentService, AchPaymentState as State } from "@leashline/proto/leashline/payment/v1/ach_service_pb.js";
import type { Payment } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useEffect, useRef } from "react";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { CopyField } from "../../../../ui/inputs/CopyField.tsx";

/** Days pass until the banks answer; somebody who looks on sees it soon after. */
const EVERY_MS = 5_000;

type Props = { payment: Payment; mayCancel: boolean; onOver: () => void };

/** A bank debit on its way: what is waited for, and how it is called back. */
export const BankDebit = ({ payment, mayCancel, onOver }: Props) => {
  const format = useFormat();
  const asked = { paymentId: payment.id };
  const status = useQuery(AchPaymentService.method.getAchPaymentStatus, asked, {
    enabled: mayCancel,
    refetchInterval: EVERY_MS,
    staleTime: 0,
    meta: { quiet: true },
  });
  const cancel = useMutation(AchPaymentService.method.cancelAchPayment, { meta: { success: "Bank debit canceled" }, onSettled: onOver });
  const state = status.data?.state;
  const told = useRef(false);
  useEffect(() => {
    if (told.current || state === undefined || state === State.VERIFYING || state === State.UNDER_WAY) return;
    told.current = true;
    onOver();
  }, [state, onOver]);
  const now = status.data?.payment ?? payment;
  return (
    <Alert severity="info" sx={{ mb: 1.5, "& .MuiAlert-message": { flex: 1, minWidth: 0 } }}>
      <Typography variant="subtitle2">Bank debit of {format.money(payment.amount)} under way</Typography>
      <Box sx={{ display: "grid", gap: 1.25, justifyItems: "start" }}>
        {now.consentUrl ? (
          <>
            The client first proves that the account is theirs: a small deposit arrives in one or two business days, with a code to enter on
            this page.
            <CopyField label="Page for the client" value={now.consentUrl} />
          </>
        ) : (
          "The banks take about four business days. The bill stays open until the money is there; you need not wait for it."
        )}
        {mayCancel && (
          <Button size="small" loading={cancel.isPending} onClick={() => cancel.mutate(asked)}>
            Cancel debit
          </Button>
        )}
      </Box>
    </Alert>
  );
};
