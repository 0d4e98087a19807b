import { useMutation } from "@connectrpc/connect-query";
import { DepositService } from "@leashline/proto/leashline/order/v1/deposit_service_pb.js";
import { type Order, OrderStatus } from "@leashline/proto/leashline/order/v1/order_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { refreshDomains } from "../../../app/calls/refresh.ts";
import { useCan } from "../../../app/session/session.ts";
import { toast } from "../../../ui/feedback/toast.ts";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormMoney } from "../../../ui/form/more-fields.tsx";
import { parseMoney, toMinor } from "../../../ui/format/money.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { required } from "../../../ui/format/validate.ts";
import { later } from "../../../ui/page/later.tsx";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { usePaysByLink } from "../../payment/shared/useWays.ts";
import { depositState } from "./bill-sums.ts";

const TakeDeposit = later(async () => (await import("../../payment/shared/TakeDeposit.tsx")).TakeDeposit);

/** Money asked for ahead of a visit: asked, taken here, or given up. */
export const Deposit = ({ order }: { order: Order }) => {
  const queries = useQueryClient();
  const format = useFormat();
  const may = useCan("takePayment");
  const [asking, setAsking] = useState(false);
  const [taking, setTaking] = useState(false);
  const refresh = () => refreshDomains(queries, "order", "payment", "customer");
  const giveUp = useMutation(DepositService.method.cancelDeposit, { meta: { success: "Deposit request removed" }, onSettled: refresh });
  const { depositInfo } = order;
  const open = order.status === OrderStatus.OPEN;
  const state = depositState(order);
  const isDue = toMinor(depositInfo?.due) > 0n;
  if (!depositInfo && (!open || !may || toMinor(order.remain) === 0n)) return null;
  return (
    <Box sx={{ display: "grid", gap: 0.5, pt: 1 }}>
      {depositInfo && (
        <Box sx={{ display: "flex", alignItems: "center", gap: 1 }}>
          <Typography color="textSecondary" sx={{ flex: 1 }}>
            Deposit
          </Typography>
          <StatusChip tone={state.tone}>{state.label}</StatusChip>
          <Typography>{format.money(depositInfo.amount)}</Typography>
        </Box>
      )}
      {may && open && (
        <Box sx={{ display: "flex", gap: 0.5, flexWrap: "wrap" }}>
          {!depositInfo && <Button onClick={() => setAsking(true)}>Ask for a deposit</Button>}
          {isDue && (
            <>
              <Button onClick={() => setTaking(true)} {...TakeDeposit.warmers}>
                Take the deposit
              </Button>
              <Button color="inherit" loading={giveUp.isPending} onClick={() => giveUp.mutate({ invoiceId: order.id })}>
                No deposit
              </Button>
            </>
          )}
        </Box>
      )}
      {asking && <AskDeposit order={order} onClose={() => setAsking(false)} onAsked={() => void refresh()} />}
      {taking && <TakeDeposit order={order} onClose={() => setTaking(false)} onPaid={() => void refresh()} />}
    </Box>
  );
};

const AskDeposit = ({ order, onClose, onAsked }: { order: Order; onClose: () => void; onAsked: () => void }) => {
  const format = useFormat();
  const ask = useMutation(DepositService.method.createDeposit, { onSuccess: onAsked });
  const byLink = usePaysByLink(order.businessId);
  const form = useForm({ defaultValues: { amount: "" } });
  const [amount] = useWatch({ control: form.control, name: ["amount"] });
  const money = parseMoney(amount, order.total?.currencyCode ?? "USD");
  const save = async () => {
    await ask.mutateAsync({ invoiceId: order.id, ...(money && { amount: money }) });
    const next = byLink ? "Send the pay link so that the client can pay it." : "Take it when the client pays it.";
    toast.success(`Deposit of ${format.money(money)} noted. ${next}`, { seconds: 6 });
  };
  return (
    <DrawerForm
      open
      title="Ask for a deposit"
      form={form}
      saveLabel="Ask for deposit"
      disabled={!money || toMinor(money) <= 0n}
      onSave={save}
      onClose={onClose}
    >
      <Typography>
        The appointment comes to {format.money(order.total)}. {byLink && "The pay link asks for the deposit first. "}What is paid comes off
        the bill.
      </Typography>
      <FormMoney
        control={form.control}
        name="amount"
        label="Deposit"
        help={`Of ${format.money(order.total)}`}
        check={required("The deposit")}
        autoFocus
      />
    </DrawerForm>
  );
};
