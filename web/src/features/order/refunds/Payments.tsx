import type { Order } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { type Payment, PaymentStatus } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useCan } from "../../../app/session/session.ts";
import { toMinor } from "../../../ui/format/money.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { wayOf } from "../shared/way-of.ts";
import { KeepDeposit } from "./KeepDeposit.tsx";
import { RefundDialog } from "./RefundDialog.tsx";
import { elsewhereBack } from "./refund.ts";

type Props = { order: Order; payments: Payment[]; refresh: () => Promise<void> };

const words: Record<PaymentStatus, { label: string; tone: "plain" | "ok" | "warn" | "bad" }> = {
  [PaymentStatus.UNSPECIFIED]: { label: "", tone: "plain" },
  [PaymentStatus.INIT]: { label: "Started", tone: "plain" },
  [PaymentStatus.CREATED]: { label: "Waiting", tone: "warn" },
  [PaymentStatus.PROCESSING]: { label: "In progress", tone: "warn" },
  [PaymentStatus.PAID]: { label: "Authorized", tone: "warn" },
  [PaymentStatus.COMPLETED]: { label: "Successful", tone: "ok" },
  [PaymentStatus.FAILED]: { label: "Failed", tone: "bad" },
};

/** What came in and what went back. */
export const Payments = ({ order, payments, refresh }: Props) => {
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
      <KeepDeposit order={order} payments={payments} refresh={refresh} />
      {refunding && <RefundDialog order={order} payment={refunding} onClose={() => setRefunding(undefined)} refresh={refresh} />}
    </Box>
  );
};

const Line = ({ payment, onRefund }: { payment: Payment; onRefund: (() => void) | undefined }) => {
  const format = useFormat();
  return (
    <Box sx={{ display: "flex", alignItems: "center", gap: 1, py: 0.5 }}>
      <Box sx={{ flex: 1 }}>
        <Typography>{wayOf(payment)}</Typography>
        <Typography variant="body2" color="textSecondary">
          {[
            format.instant(payment.recordedAt ?? payment.createTime),
            toMinor(payment.convenienceFee) > 0n &&
              `${payment.convenienceFeeName || "Fees"} ${format.money(payment.convenienceFee)} on top`,
            payment.failureMessage,
            toMinor(payment.refunded) > 0n && `${format.money(payment.refunded)} refunded`,
            ...elsewhereBack(payment).map(
              ({ amount, method }) => `${format.money(amount)} of it ${method === "cash" ? "in" : "as"} ${method}`,
            ),
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
