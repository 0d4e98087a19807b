import { useMutation } from "@connectrpc/connect-query";
import type { Order } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { type Payment, PaymentStatus } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import { PaymentService } from "@leashline/proto/leashline/payment/v1/payment_service_pb.js";
import { SquareTerminalService } from "@leashline/proto/leashline/payment/v1/square_terminal_service_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { toast } from "../../../ui/feedback/toast.ts";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormSelect, FormText } from "../../../ui/form/fields.tsx";
import { fromMinor, toMinor } from "../../../ui/format/money.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { required } from "../../../ui/format/validate.ts";
import { SideDrawer } from "../../../ui/page/SideDrawer.tsx";
import { cardFeeOn, inBillOf, noCardFee } from "./card-fee.ts";
import { SECOND } from "./cards/useNewCards.ts";
import { FeeOnTop } from "./FeeOnTop.tsx";
import { AtTerminal } from "./square/AtTerminal.tsx";
import { useTerminals } from "./square/useTerminals.ts";
import { usePaymentSetting, useWays } from "./useWays.ts";

type Props = { order: Order; onClose: () => void; onPaid: () => void };

const TERMINAL = "terminal-";

/** The terminals that can ask for the deposit's card. */
const useAtTerminal = (order: Order) => {
  const setting = usePaymentSetting(order.businessId);
  const { terminals } = useTerminals(order.businessId, setting?.primaryPayType === SECOND);
  const charge = useMutation(SquareTerminalService.method.chargeAtSquareTerminal);
  const due = order.depositInfo?.due;
  const ask = async (deviceId: string, convenienceFee: ReturnType<typeof fromMinor>) =>
    (await charge.mutateAsync({ deviceId, orderId: order.id, isDeposit: true, convenienceFee, ...(due && { amount: due }) })).payment;
  const options = terminals.map(({ deviceId, name }) => ({
    value: `${TERMINAL}${deviceId}`,
    label: `Square Terminal · ${name || deviceId}`,
  }));
  return { options, ask };
};

/** A terminal asks for the deposit; this closes when it has its end. */
const Waiting = ({ payment, onClose }: { payment: Payment; onClose: () => void }) => {
  const [footer, setFooter] = useState<HTMLElement | null>(null);
  const buttons = <Box ref={setFooter} sx={{ flex: 1, display: "flex" }} />;
  return (
    <SideDrawer open title="Take the deposit" onClose={onClose} footer={buttons}>
      <Box sx={{ p: 2.25 }}>
        <AtTerminal payment={payment} onOver={onClose} footer={footer} />
      </Box>
    </SideDrawer>
  );
};

/** The deposit by a card on file or at a terminal, or in hand. */
export const TakeDeposit = ({ order, onClose, onPaid }: Props) => {
  const format = useFormat();
  const ways = useWays(order).filter(({ most }) => most === undefined || most >= toMinor(order.depositInfo?.due));
  const terminal = useAtTerminal(order);
  const [waiting, setWaiting] = useState<Payment>();
  const pay = useMutation(PaymentService.method.createPayment, { onSuccess: onPaid });
  const form = useForm({ defaultValues: { way: "", checkNumber: "" } });
  const way = useWatch({ control: form.control, name: "way" });
  const chosen = ways.find(({ value }) => value === way);
  const due = order.depositInfo?.due;
  const setting = usePaymentSetting(order.businessId);
  const atTerminal = way.startsWith(TERMINAL);
  const fee = atTerminal || chosen?.kind === "card" ? cardFeeOn(setting, toMinor(due), atTerminal, inBillOf(order)) : noCardFee;
  const convenienceFee = fromMinor(fee.minor, due?.currencyCode);
  const charged = fromMinor(toMinor(due) + fee.minor, due?.currencyCode);
  const over = () => {
    onPaid();
    onClose();
  };
  const save = async ({ checkNumber }: { checkNumber: string }): Promise<Payment | undefined> => {
    if (atTerminal) return await terminal.ask(way.slice(TERMINAL.length), convenienceFee);
    const { payment } = await pay.mutateAsync({
      orderId: order.id,
      method: chosen?.cardId !== "0" ? "card" : "",
      methodId: chosen?.methodId ?? "0",
      cardId: chosen?.cardId ?? "0",
      checkNumber,
      storeCredit: chosen?.kind === "credit",
      isDeposit: true,
      ...(due && { amount: due }),
      ...(chosen?.kind === "card" && { convenienceFee }),
    });
    if (payment?.status === PaymentStatus.FAILED) toast.error(`The deposit was not taken: ${payment.failureMessage}`, { seconds: 15 });
    else if (payment?.status === PaymentStatus.COMPLETED) toast.success(`Deposit of ${format.money(due)} taken`);
    else toast.info("The card provider is still working on the deposit.", { seconds: 8 });
    return undefined;
  };
  if (waiting) return <Waiting payment={waiting} onClose={over} />;
  return (
    <DrawerForm
      open
      title="Take the deposit"
      form={form}
      saveLabel={`Take ${format.money(charged)}`}
      onSave={save}
      onSaved={(asked) => (asked ? setWaiting(asked as Payment) : onClose())}
      onClose={onClose}
    >
      <Typography>The deposit is held for the client and comes off the bill at checkout.</Typography>
      <FormSelect
        control={form.control}
        name="way"
        label="Pay with"
        check={required("A payment method")}
        options={[...ways, ...terminal.options]}
      />
      {chosen?.kind === "check" && (
        <FormText control={form.control} name="checkNumber" label="Check number" check={required("The check number")} />
      )}
      <FeeOnTop fee={fee} charged={toMinor(charged)} currency={due?.currencyCode} />
    </DrawerForm>
  );
};
