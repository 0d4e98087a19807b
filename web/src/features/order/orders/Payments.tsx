import { useMutation } from "@connectrpc/connect-query";
import type { Order } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { type Payment, PaymentStatus } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import { PaymentService } from "@leashline/proto/leashline/payment/v1/payment_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useCan } from "../../../app/session/session.ts";
import { messageOf } from "../../../ui/feedback/call-errors.ts";
import { refundFailure } from "../../../ui/feedback/errors.ts";
import { toast } from "../../../ui/feedback/toast.ts";
import { amountText, parseMoney, toMinor } from "../../../ui/format/money.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { MoneyField } from "../../../ui/inputs/MoneyField.tsx";
import { StatusChip } from "../../../ui/StatusChip.tsx";

type Props = { order: Order; payments: Payment[]; refresh: () => Promise<void> };

const words: Record<PaymentStatus, { label: string; tone: "plain" | "ok" | "warn" | "bad" }> = {
  [PaymentStatus.UNSPECIFIED]: { label: "", tone: "plain" },
  [PaymentStatus.INIT]: { label: "Started", tone: "plain" },
  [PaymentStatus.CREATED]: { label: "Waiting", tone: "warn" },
  [PaymentStatus.PROCESSING]: { label: "Processing", tone: "warn" },
  [PaymentStatus.PAID]: { label: "Authorised", tone: "warn" },
  [PaymentStatus.COMPLETED]: { label: "Successful", tone: "ok" },
  [PaymentStatus.FAILED]: { label: "Failed", tone: "bad" },
};

/** What came in and what went back. */
export const Payments = ({ payments, refresh }: Props) => {
  const [refunding, setRefunding] = useState<Payment>();
  const may = useCan("refund");
  if (payments.length === 0) return null;
  return (
    <Box component="section" aria-label="Payments">
      <Typography variant="overline" color="textSecondary">
        Payments
      </Typography>
      {payments.map((payment) => (
        <Line
          key={payment.id}
          payment={payment}
          onRefund={may && toMinor(payment.refundable) > 0n ? () => setRefunding(payment) : undefined}
        />
      ))}
      {refunding && <RefundDialog payment={refunding} onClose={() => setRefunding(undefined)} refresh={refresh} />}
    </Box>
  );
};

const wayOf = (payment: Payment): string =>
  (payment.cardLast4 ? `${payment.cardBrand} ·· ${payment.cardLast4}` : payment.method).replace(/^./, (first) => first.toUpperCase());

const Line = ({ payment, onRefund }: { payment: Payment; onRefund: (() => void) | undefined }) => {
  const format = useFormat();
  return (
    <Box sx={{ display: "flex", alignItems: "center", gap: 1, py: 0.5 }}>
      <Box sx={{ flex: 1 }}>
        <Typography>{wayOf(payment)}</Typography>
        <Typography variant="body2" color="textSecondary">
          {[
            format.instant(payment.recordedAt ?? payment.createTime),
            payment.failureMessage,
            toMinor(payment.refunded) > 0n && `${format.money(payment.refunded)} refunded`,
          ]
            .filter(Boolean)
            .join(" · ")}
        </Typography>
      </Box>
      <StatusChip tone={words[payment.status].tone}>{words[payment.status].label}</StatusChip>
      <Typography variant="subtitle2">{format.money(payment.amount)}</Typography>
      {onRefund && (
        <Button size="small" onClick={onRefund}>
          Refund
        </Button>
      )}
    </Box>
  );
};

const RefundDialog = ({ payment, onClose, refresh }: { payment: Payment; onClose: () => void; refresh: () => Promise<void> }) => {
  const format = useFormat();
  const [amount, setAmount] = useState(amountText(payment.refundable));
  const [reason, setReason] = useState("");
  const refund = useMutation(PaymentService.method.refundPayment, { meta: { quiet: true } });
  const money = parseMoney(amount, payment.amount?.currencyCode);
  const tooMuch = money !== undefined && toMinor(money) > toMinor(payment.refundable);
  const ready = money !== undefined && toMinor(money) > 0n && !tooMuch;
  const send = async () => {
    try {
      await refund.mutateAsync({ paymentId: payment.id, ...(money && { amount: money }), reason: reason.trim() });
      toast.success(`${format.money(money)} goes back to ${wayOf(payment)}`);
      onClose();
    } catch (error) {
      const { text, seconds } = refundFailure(messageOf(error));
      toast.error(text, { seconds });
    }
    await refresh();
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby="refund-title" maxWidth="xs" fullWidth>
      <DialogTitle id="refund-title">Refund {wayOf(payment)}</DialogTitle>
      <DialogContent sx={{ display: "grid", gap: 1.5, pt: "8px !important" }}>
        <MoneyField
          label="Amount"
          value={amount}
          onChange={setAmount}
          error={tooMuch}
          helperText={tooMuch ? `At most ${format.money(payment.refundable)}` : `Of ${format.money(payment.refundable)}`}
          autoFocus
        />
        <TextField
          label="Reason"
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 500 } }}
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Keep the payment</Button>
        <Button variant="contained" color="primary" disabled={!ready} loading={refund.isPending} onClick={() => void send()}>
          Refund {money ? format.money(money) : ""}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
