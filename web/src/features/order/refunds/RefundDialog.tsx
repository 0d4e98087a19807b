import { useMutation } from "@connectrpc/connect-query";
import type { Order } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { type Payment, RefundEffect, RefundWay } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import { PaymentService } from "@leashline/proto/leashline/payment/v1/payment_service_pb.js";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { messageOf } from "../../../ui/feedback/call-errors.ts";
import { refundFailure } from "../../../ui/feedback/errors.ts";
import { toast } from "../../../ui/feedback/toast.ts";
import { FormText } from "../../../ui/form/fields.tsx";
import { amountText, fromMinor, parseMoney, toMinor } from "../../../ui/format/money.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { MoneyField } from "../../../ui/inputs/MoneyField.tsx";
import { feeBack } from "../../payment/shared/card-fee.ts";
import { usePaymentSetting } from "../../payment/shared/useWays.ts";
import { wayOf } from "../shared/way-of.ts";
import { RefundEffectChoice } from "./RefundEffectChoice.tsx";
import { RefundWays, wayBackName } from "./RefundWays.tsx";
import { type Back, loweredBy, mostOf, partsOf, waitingWords, withFees } from "./refund.ts";

type Props = {
  order: Order;
  payment: Payment;
  /** What the dialog proposes: all that may go back, unless another amount is given. */
  amount?: string;
  onClose: () => void;
  /** After the money went back, and not while that is not known. */
  onDone?: () => void;
  refresh: () => Promise<void>;
};

/** How much goes back, for what, and whether the bill is lowered by it or owed again. */
export const RefundDialog = ({ order, payment, amount: proposed, onClose, onDone, refresh }: Props) => {
  const format = useFormat();
  const form = useForm({
    defaultValues: { amount: proposed ?? amountText(payment.refundable), lineId: "0", reason: "", effect: RefundEffect.LOWER_BILL },
  });
  const { control } = form;
  const [amount, lineId, effect] = useWatch({ control, name: ["amount", "lineId", "effect"] });
  const refund = useMutation(PaymentService.method.refundPayment, { meta: { quiet: true } });
  const money = parseMoney(amount, payment.amount?.currencyCode);
  const mostFor = (id: string) => fromMinor(mostOf(order, id, payment), payment.amount?.currencyCode);
  const most = mostFor(lineId);
  const tooMuch = money !== undefined && toMinor(money) > toMinor(most);
  const [back, setBack] = useState<Back>({ way: RefundWay.ORIGINAL, credit: "", cash: "" });
  const parts = partsOf(toMinor(money), back, payment.amount?.currencyCode ?? "USD");
  const ready = money !== undefined && toMinor(money) > 0n && !tooMuch && parts !== undefined;
  const setting = usePaymentSetting(order.businessId);
  const feeOf = (minor: bigint) => feeBack(payment, minor, setting?.amountStep ?? "");
  const withIt = ready ? feeOf(toMinor(money)) : 0n;
  const given = withFees(parts ?? [], feeOf);
  const saidOf = ({ way, minor }: (typeof given)[number]) =>
    `${wayBackName(way, payment)}${given.length > 1 ? ` ${format.money(fromMinor(minor, payment.amount?.currencyCode))}` : ""}`;
  const pickLine = (id: string) => {
    form.setValue("lineId", id);
    form.setValue("amount", amountText(mostFor(id)));
  };
  const send = form.handleSubmit(async ({ reason }) => {
    try {
      const { refunds } = await refund.mutateAsync({
        paymentId: payment.id,
        ...(money && { amount: money }),
        reason: reason.trim(),
        effect,
        orderLineItemId: lineId,
        ...(back.way !== RefundWay.ORIGINAL && {
          parts: (parts ?? []).map(({ way, minor }) => ({ way, amount: fromMinor(minor, payment.amount?.currencyCode) })),
        }),
      });
      const waiting = waitingWords(refunds, onDone !== undefined);
      if (waiting) toast.warning(waiting);
      else
        toast.success(
          `${format.money(fromMinor(toMinor(money) + withIt, money?.currencyCode))} refunded (${given.map(saidOf).join(", ")})`,
        );
      onClose();
      if (!waiting) onDone?.();
    } catch (error) {
      const { text, seconds } = refundFailure(messageOf(error));
      toast.error(text, { seconds });
    }
    await refresh();
  });
  return (
    <Dialog open onClose={onClose} aria-labelledby="refund-title" maxWidth="xs" fullWidth>
      <DialogTitle id="refund-title">Refund {wayOf(payment)}</DialogTitle>
      <DialogContent sx={{ display: "grid", gap: 1.5, pt: "8px !important" }}>
        <MoneyField
          label="Amount"
          value={amount}
          onChange={(text) => form.setValue("amount", text)}
          error={tooMuch}
          helperText={`${tooMuch ? "At most" : "Of"} ${format.money(most)}`}
          autoFocus
        />
        {order.items.length > 1 && (
          <TextField select label="For" value={lineId} onChange={(event) => pickLine(event.target.value)}>
            <MenuItem value="0">The whole bill</MenuItem>
            {order.items.map((item) => (
              <MenuItem key={item.orderLineItemId} value={item.orderLineItemId}>
                {[item.petName, item.name].filter(Boolean).join(" · ")}
              </MenuItem>
            ))}
          </TextField>
        )}
        <RefundWays order={order} payment={payment} total={toMinor(money)} back={back} onChange={setBack} />
        <FormText
          control={control}
          name="reason"
          label="Reason"
          help="The client reads it on the receipt."
          slotProps={{ htmlInput: { maxLength: 500 } }}
        />
        {withIt > 0n && (
          <Typography color="textSecondary">
            {format.money(fromMinor(withIt, payment.amount?.currencyCode))} of {payment.convenienceFeeName || "Fees"} goes back with it
            {given.length > 1 && `: ${given.map(saidOf).join(", ")}`}.
          </Typography>
        )}
        {ready && (
          <RefundEffectChoice
            order={order}
            payment={payment}
            lowered={fromMinor(loweredBy(toMinor(money), order), payment.amount?.currencyCode)}
            value={effect}
            onChange={(next) => form.setValue("effect", next)}
          />
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="contained" color="primary" disabled={!ready} loading={refund.isPending} onClick={() => void send()}>
          Refund {money ? format.money(money) : ""}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
