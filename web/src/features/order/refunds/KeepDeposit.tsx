import { useMutation, useQuery } from "@connectrpc/connect-query";
import { type Order, OrderStatus } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { DepositRuleService } from "@leashline/proto/leashline/payment/v1/deposit_rule_service_pb.js";
import type { Payment } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useCan } from "../../../app/session/session.ts";
import { toast } from "../../../ui/feedback/toast.ts";
import { fromMinor, toMinor } from "../../../ui/format/money.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { KeepDepositDialog } from "./KeepDepositDialog.tsx";

type Props = { order: Order; payments: Payment[]; refresh: () => Promise<void> };

/** What the deposits of a canceled appointment still hold, and what of it the shop keeps. Nothing for one that takes place. */
export const KeepDeposit = ({ order, payments, refresh }: Props) => {
  const held = payments.filter((one) => one.isDeposit).reduce((sum, one) => sum + toMinor(one.refundable), 0n);
  if (order.status !== OrderStatus.CANCELLED || held <= 0n) return null;
  return <Held order={order} held={fromMinor(held, order.total?.currencyCode)} refresh={refresh} />;
};

type Amount = ReturnType<typeof fromMinor>;
type HeldProps = { order: Order; held: Amount; refresh: () => Promise<void> };

const Held = ({ order, held, refresh }: HeldProps) => {
  const format = useFormat();
  const may = useCan("refund");
  const [open, setOpen] = useState(false);
  const keep = useMutation(DepositRuleService.method.keepDeposit, { onSettled: refresh });
  const asked = { ticketId: order.appointmentId };
  const { data } = useQuery(DepositRuleService.method.previewDepositReturn, asked, {
    enabled: order.appointmentId !== "0",
    meta: { quiet: true },
  });
  const kept = toMinor(order.kept);
  const before = { orderId: order.id, amount: fromMinor(kept, held.currencyCode), reason: data?.keptReason ?? "" };
  const ahead = kept === 0n && data?.byPolicy === true;
  const send = async (amount: Amount, reason: string) => {
    await keep.mutateAsync({ orderId: order.id, amount, reason });
    setOpen(false);
    const said = toMinor(amount) > 0n ? `${format.money(amount)} of the deposit kept` : "Nothing of the deposit kept";
    // What the policy would have done cannot be had back.
    toast.success(said, ahead ? {} : { undo: () => keep.mutate(before) });
  };
  return (
    <Box component="section" aria-label="Deposit" sx={{ display: "flex", alignItems: "center", gap: 1, py: 0.5 }}>
      <Box sx={{ flex: 1 }}>
        <Typography>{kept > 0n ? `${format.money(order.kept)} of the deposit kept` : `Deposit of ${format.money(held)} held`}</Typography>
        <Typography variant="body2" color="textSecondary">
          {ahead
            ? "Your deposit policy decides ten minutes after the cancellation, unless you do."
            : [
                data?.keptReason,
                toMinor(held) > kept && `${format.money(fromMinor(toMinor(held) - kept, held.currencyCode))} due to the client`,
              ]
                .filter(Boolean)
                .join(" · ")}
        </Typography>
      </Box>
      {may && (
        <Button size="small" onClick={() => setOpen(true)}>
          {kept > 0n ? "Change" : "Keep deposit"}
        </Button>
      )}
      {open && (
        <KeepDepositDialog
          held={held}
          kept={kept}
          reason={before.reason}
          ahead={ahead}
          busy={keep.isPending}
          onClose={() => setOpen(false)}
          onKeep={send}
        />
      )}
    </Box>
  );
};
