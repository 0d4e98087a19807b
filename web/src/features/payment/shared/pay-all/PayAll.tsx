import { useMutation } from "@connectrpc/connect-query";
import type { Order } from "@leashline/proto/leashline/order/v1/order_pb.js";
import type { Payment } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import { TransactionService } from "@leashline/proto/leashline/payment/v1/transaction_service_pb.js";
import Typography from "@mui/material/Typography";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { toast } from "../../../../ui/feedback/toast.ts";
import { DrawerForm } from "../../../../ui/form/DrawerForm.tsx";
import { FormSelect, FormText } from "../../../../ui/form/fields.tsx";
import { FormMoney } from "../../../../ui/form/more-fields.tsx";
import { amountText, fromMinor, parseMoney, toMinor } from "../../../../ui/format/money.ts";
import { plural } from "../../../../ui/format/text.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { required } from "../../../../ui/format/validate.ts";
import { cardFeeOnOrders, noCardFee } from "../card-fee.ts";
import { FeeOnTop } from "../FeeOnTop.tsx";
import { useReaderWays } from "../readers/useReaderWays.ts";
import { usePaymentSetting, useWays } from "../useWays.ts";
import { amountBy } from "./amount-by.ts";
import { PayAllAtReader } from "./PayAllAtReader.tsx";
import { paidAll, tookNothing } from "./paid-all.ts";

type Props = { orders: readonly Order[]; onClose: () => void; onPaid: (payments: readonly Payment[]) => void };

/** Money for several orders at once; of a part, the oldest order gets its share first. */
export const PayAll = ({ orders, onClose, onPaid }: Props) => {
  const format = useFormat();
  const [first] = orders;
  const currency = first?.remain?.currencyCode ?? "USD";
  const owed = fromMinor(
    orders.reduce((sum, order) => sum + toMinor(order.remain), 0n),
    currency,
  );
  const { customerId = "0", businessId = "0" } = first ?? {};
  const handed = useWays({ customerId, businessId });
  const readers = useReaderWays(businessId);
  const ways = [...handed, ...readers];
  const pay = useMutation(TransactionService.method.combinedPayOrders);
  const [waits, setWaits] = useState<{ payment: Payment; asked: bigint }>();
  const form = useForm({ defaultValues: { way: "", amount: amountText(owed), checkNumber: "" } });
  const way = useWatch({ control: form.control, name: "way" });
  const chosen = ways.find(({ value }) => value === way);
  const setting = usePaymentSetting(businessId);
  const typed = useWatch({ control: form.control, name: "amount" });
  const most = chosen?.most !== undefined && chosen.most < toMinor(owed) ? fromMinor(chosen.most, currency) : owed;
  const asked = toMinor(parseMoney(typed, currency));
  const { dirtyFields } = form.formState;
  // What was typed by hand, and what another way made of it.
  const [hand, put] = [useRef<string>(undefined), useRef<string>(undefined)];
  const pickWay = useEffectEvent(() => {
    if (dirtyFields.amount && typed !== put.current) hand.current = typed;
    put.current = amountBy(most, hand.current);
    form.setValue("amount", put.current);
  });
  useEffect(() => {
    if (way) pickWay();
  }, [way]);
  const atReader = Boolean(chosen?.readerId ?? chosen?.terminalId);
  const fee = chosen?.kind === "card" ? cardFeeOnOrders(setting, orders, { amount: asked, atReader }) : noCardFee;
  const several = orders.length > 1;
  const title = `Pay ${plural(orders.length, "order")}`;
  const tell = (payments: readonly Payment[], all: bigint) => {
    const { tone, text } = paidAll(payments, all, (minor) => format.money(fromMinor(minor, currency)));
    toast[tone](text, ...(tone === "success" ? [] : [{ seconds: 15 }]));
    if (!tookNothing(payments)) onPaid(payments);
  };
  const save = async ({ amount, checkNumber }: { amount: string; checkNumber: string }) => {
    const money = parseMoney(amount, currency);
    const { payments } = await pay.mutateAsync({
      orderIds: orders.map(({ id }) => id),
      method: chosen?.kind === "card" ? "card" : "",
      stripeReaderId: chosen?.readerId ?? "",
      squareDeviceId: chosen?.terminalId ?? "",
      methodId: chosen?.methodId ?? "0",
      cardId: chosen?.cardId ?? "0",
      checkNumber,
      storeCredit: chosen?.kind === "credit",
      ...(money && { amount: money }),
      ...(chosen?.kind === "card" && { convenienceFee: fromMinor(fee.minor, currency) }),
    });
    if (atReader && payments[0]) setWaits({ payment: payments[0], asked: toMinor(money) });
    else tell(payments, toMinor(money));
    return atReader;
  };
  if (waits) {
    const over = (payments: readonly Payment[]) => {
      tell(payments, waits.asked);
      if (tookNothing(payments)) setWaits(undefined);
      else onClose();
    };
    return <PayAllAtReader title={title} payment={waits.payment} onOver={over} onClose={onClose} />;
  }
  return (
    <DrawerForm
      open
      title={title}
      form={form}
      saveLabel="Take payment"
      onSave={save}
      onSaved={(later) => later || onClose()}
      onClose={onClose}
    >
      <Typography>
        {format.money(owed)} is due.{several && " When less is paid now, the oldest order gets its share first."}
      </Typography>
      <FormSelect control={form.control} name="way" label="Pay with" check={required("A payment method")} options={ways} />
      <FormMoney control={form.control} name="amount" label="Amount now" check={required("The amount")} />
      {chosen?.kind === "check" && (
        <FormText control={form.control} name="checkNumber" label="Check number" check={required("The check number")} />
      )}
      {several && chosen?.kind === "card" && (
        <Typography variant="body2" color="textSecondary">
          {atReader ? "One tap pays all of them: the card is charged once." : "The card is charged once for each order."}
        </Typography>
      )}
      <FeeOnTop fee={fee} charged={asked + fee.minor} currency={currency} />
    </DrawerForm>
  );
};
