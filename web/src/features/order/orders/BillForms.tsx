import type { Order } from "@leashline/proto/leashline/order/v1/order_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { FormText } from "../../../ui/form/fields.tsx";
import { FormMoney } from "../../../ui/form/more-fields.tsx";
import { parseMoney } from "../../../ui/format/money.ts";
import { usePreferences } from "../../../ui/format/preferences.ts";
import type { Check } from "../../../ui/format/validate.ts";
import { asInput } from "./Bill.tsx";
import { Frame } from "./BillFormFrame.tsx";
import type { useOrderEdits } from "./useCheckout.ts";

type Props = { order: Order; edits: ReturnType<typeof useOrderEdits>; onDone: () => void };
type Discount = { type: "percentage" | "amount"; value: string; reason: string };

const isPercent: Check = (value) => {
  if (Number(value) > 100) return "At most 100";
  return /^(\d{1,3}(\.\d{0,2})?)?$/.test(value) ? undefined : "Enter a number like 10 or 12.5";
};

/** A discount on the whole order, by amount or by percentage. Asks first when money would have to go back. */
export const DiscountForm = ({ order, edits, onDone }: Props) => {
  const { currencyCode } = usePreferences();
  const form = useForm<Discount>({ mode: "onChange", defaultValues: { type: "percentage", value: "", reason: "" } });
  const { control } = form;
  const [type, value] = useWatch({ control, name: ["type", "value"] });
  const [refundFirst, setRefundFirst] = useState(false);
  const ready = Number(value) > 0 && (type === "amount" || isPercent(value) === undefined);
  const save = async ({ reason }: Discount) => {
    const mine = type === "percentage" ? { type, percentage: value, reason } : { type, amount: parseMoney(value, currencyCode), reason };
    const { refundChannels } = await edits.discount.mutateAsync({
      orderId: order.id,
      version: order.version,
      checkRefund: !refundFirst,
      discounts: [...order.discountList.map(asInput), mine],
    });
    if (refundChannels.length > 0) setRefundFirst(true);
    else onDone();
  };
  return (
    <Frame form={form} onSave={save} action={refundFirst ? "Add it anyway" : "Add discount"} onBack={onDone} ready={ready}>
      {refundFirst && (
        <Alert severity="warning">The client will have paid more than they owe. You can refund the difference below afterward.</Alert>
      )}
      <Box sx={{ display: "flex", gap: 1 }}>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={type}
          aria-label="Kind of discount"
          onChange={(_, next) => next && form.setValue("type", next)}
        >
          <ToggleButton value="percentage">%</ToggleButton>
          <ToggleButton value="amount">Amount</ToggleButton>
        </ToggleButtonGroup>
        {type === "amount" ? (
          <FormMoney control={control} name="value" label="Discount" size="small" autoFocus fullWidth />
        ) : (
          <FormText
            control={control}
            name="value"
            label="Percent"
            check={isPercent}
            size="small"
            autoFocus
            fullWidth
            slotProps={{ htmlInput: { inputMode: "decimal" } }}
          />
        )}
      </Box>
      <FormText control={control} name="reason" label="Reason" size="small" slotProps={{ htmlInput: { maxLength: 200 } }} />
    </Frame>
  );
};

export const ChargeForm = ({ order, edits, onDone }: Props) => {
  const { currencyCode } = usePreferences();
  const form = useForm({ defaultValues: { name: "", price: "" } });
  const { control } = form;
  const [name, price] = useWatch({ control, name: ["name", "price"] });
  const unitPrice = parseMoney(price, currencyCode);
  const save = async () => {
    if (!unitPrice) return;
    await edits.charge.mutateAsync({ orderId: order.id, version: order.version, name: name.trim(), unitPrice, quantity: 1 });
    onDone();
  };
  return (
    <Frame form={form} onSave={save} action="Add charge" onBack={onDone} ready={name.trim() !== "" && Number(price) > 0}>
      <Box sx={{ display: "grid", gridTemplateColumns: "1fr 130px", gap: 1 }}>
        <FormText
          control={control}
          name="name"
          label="What for"
          placeholder="Matting"
          size="small"
          autoFocus
          slotProps={{ htmlInput: { maxLength: 150 } }}
        />
        <FormMoney control={control} name="price" label="Price" size="small" />
      </Box>
    </Frame>
  );
};
