import { useMutation } from "@connectrpc/connect-query";
import { CreditService } from "@leashline/proto/leashline/payment/v1/credit_service_pb.js";
import Typography from "@mui/material/Typography";
import { useForm } from "react-hook-form";
import { DrawerForm } from "../../../../ui/form/DrawerForm.tsx";
import { FormText } from "../../../../ui/form/fields.tsx";
import { FormMoney } from "../../../../ui/form/more-fields.tsx";
import { amountText, fromMinor, parseMoney } from "../../../../ui/format/money.ts";
import { usePreferences } from "../../../../ui/format/preferences.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { required } from "../../../../ui/format/validate.ts";

type Props = { customerId: string; act: "give" | "take"; balance: bigint; onClose: () => void; onSaved: () => void };

/** Store credit given by hand, or taken back, with the reason for it. */
export const CreditForm = ({ customerId, act, balance, onClose, onSaved }: Props) => {
  const format = useFormat();
  const { currencyCode } = usePreferences();
  const gives = act === "give";
  const left = fromMinor(balance, currencyCode);
  const give = useMutation(CreditService.method.giveCredit, { onSuccess: onSaved, meta: { success: "Store credit given" } });
  const take = useMutation(CreditService.method.takeCreditBack, { onSuccess: onSaved, meta: { success: "Store credit taken back" } });
  const form = useForm({ defaultValues: { amount: gives ? "" : amountText(left), reason: "" } });
  return (
    <DrawerForm
      open
      title={gives ? "Give store credit" : "Take back store credit"}
      form={form}
      saveLabel={gives ? "Give credit" : "Take back"}
      onSave={({ amount, reason }) => {
        const money = parseMoney(amount, currencyCode);
        return (gives ? give : take).mutateAsync({ customerId, reason: reason.trim(), ...(money && { amount: money }) });
      }}
      onClose={onClose}
    >
      <Typography color="textSecondary">The client has {format.money(left)}.</Typography>
      <FormMoney control={form.control} name="amount" label="Amount" autoFocus check={required("The amount")} />
      <FormText
        control={form.control}
        name="reason"
        label="Reason"
        check={required("A reason")}
        slotProps={{ htmlInput: { maxLength: 500 } }}
      />
    </DrawerForm>
  );
};
