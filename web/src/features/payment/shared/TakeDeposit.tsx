import { useMutation } from "@connectrpc/connect-query";
import type { Order } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { PaymentStatus } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import { PaymentService } from "@leashline/proto/leashline/payment/v1/payment_service_pb.js";
import Typography from "@mui/material/Typography";
import { useForm, useWatch } from "react-hook-form";
import { toast } from "../../../ui/feedback/toast.ts";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormSelect, FormText } from "../../../ui/form/fields.tsx";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { required } from "../../../ui/format/validate.ts";
import { useWays } from "./useWays.ts";

type Props = { order: Order; onClose: () => void; onPaid: () => void };

/** The deposit by a card on file, or in hand. */
export const TakeDeposit = ({ order, onClose, onPaid }: Props) => {
  const format = useFormat();
  const ways = useWays(order.customerId);
  const pay = useMutation(PaymentService.method.createPayment, { onSuccess: onPaid });
  const form = useForm({ defaultValues: { way: "", checkNumber: "" } });
  const way = useWatch({ control: form.control, name: "way" });
  const chosen = ways.find(({ value }) => value === way);
  const due = order.depositInfo?.due;
  const save = async ({ checkNumber }: { checkNumber: string }) => {
    const { payment } = await pay.mutateAsync({
      orderId: order.id,
      method: chosen?.cardId !== "0" ? "card" : "",
      methodId: chosen?.methodId ?? "0",
      cardId: chosen?.cardId ?? "0",
      checkNumber,
      isDeposit: true,
      ...(due && { amount: due }),
    });
    if (payment?.status === PaymentStatus.FAILED) toast.error(`The deposit was not taken: ${payment.failureMessage}`, { seconds: 15 });
    else if (payment?.status === PaymentStatus.COMPLETED) toast.success(`Deposit of ${format.money(due)} taken`);
    else toast.info("The card provider is still working on the deposit.", { seconds: 8 });
  };
  return (
    <DrawerForm open title="Take the deposit" form={form} saveLabel={`Take ${format.money(due)}`} onSave={save} onClose={onClose}>
      <Typography>The deposit is held for the client and comes off the bill at checkout.</Typography>
      <FormSelect control={form.control} name="way" label="Pay with" check={required("A way to pay")} options={ways} />
      {chosen?.kind === "check" && (
        <FormText control={form.control} name="checkNumber" label="Check number" check={required("The check number")} />
      )}
    </DrawerForm>
  );
};
