import type { Order } from "@leashline/proto/leashline/order/v1/order_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import TextField from "@mui/material/TextField";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import { useState } from "react";
import { parseMoney } from "../../../ui/format/money.ts";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { MoneyField } from "../../../ui/inputs/MoneyField.tsx";
import { asInput } from "./Bill.tsx";
import { Frame } from "./BillFormFrame.tsx";
import type { useOrderEdits } from "./useCheckout.ts";

type Props = { order: Order; edits: ReturnType<typeof useOrderEdits>; onDone: () => void };

/** A discount on the whole order, by amount or by percentage. Asks first when money would have to go back. */
export const DiscountForm = ({ order, edits, onDone }: Props) => {
  const { currencyCode } = usePreferences();
  const [type, setType] = useState<"percentage" | "amount">("percentage");
  const [value, setValue] = useState("");
  const [reason, setReason] = useState("");
  const [refundFirst, setRefundFirst] = useState(false);
  const wrong = type === "percentage" && Number(value) > 100;
  const ready = Number(value) > 0 && !wrong;
  const save = async () => {
    const mine = type === "percentage" ? { type, percentage: value, reason } : { type, amount: parseMoney(value, currencyCode), reason };
    const done = await edits.discount
      .mutateAsync({
        orderId: order.id,
        version: order.version,
        checkRefund: !refundFirst,
        discounts: [...order.discountList.map(asInput), mine],
      })
      .catch(() => undefined);
    if (!done) return;
    if (done.refundChannels.length > 0) setRefundFirst(true);
    else onDone();
  };
  return (
    <Frame
      action={refundFirst ? "Add it anyway" : "Add discount"}
      onAction={() => void save()}
      onBack={onDone}
      ready={ready}
      pending={edits.discount.isPending}
    >
      {refundFirst && (
        <Alert severity="warning">The client will have paid more than they owe. You can refund the difference below afterward.</Alert>
      )}
      <Box sx={{ display: "flex", gap: 1 }}>
        <ToggleButtonGroup exclusive size="small" value={type} aria-label="Kind of discount" onChange={(_, next) => next && setType(next)}>
          <ToggleButton value="percentage">%</ToggleButton>
          <ToggleButton value="amount">Amount</ToggleButton>
        </ToggleButtonGroup>
        {type === "amount" ? (
          <MoneyField label="Discount" value={value} onChange={setValue} size="small" autoFocus fullWidth />
        ) : (
          <TextField
            label="Percent"
            value={value}
            onChange={(event) => /^\d{0,3}(\.\d{0,2})?$/.test(event.target.value) && setValue(event.target.value)}
            error={wrong}
            helperText={wrong ? "At most 100" : undefined}
            size="small"
            autoFocus
            fullWidth
            slotProps={{ htmlInput: { inputMode: "decimal" } }}
          />
        )}
      </Box>
      <TextField
        label="Reason"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        size="small"
        slotProps={{ htmlInput: { maxLength: 200 } }}
      />
    </Frame>
  );
};

export const ChargeForm = ({ order, edits, onDone }: Props) => {
  const { currencyCode } = usePreferences();
  const [name, setName] = useState("");
  const [price, setPrice] = useState("");
  const save = async () => {
    const unitPrice = parseMoney(price, currencyCode);
    const done =
      unitPrice &&
      (await edits.charge
        .mutateAsync({ orderId: order.id, version: order.version, name: name.trim(), unitPrice, quantity: 1 })
        .catch(() => undefined));
    if (done) onDone();
  };
  return (
    <Frame
      action="Add charge"
      onAction={() => void save()}
      onBack={onDone}
      ready={name.trim() !== "" && Number(price) > 0}
      pending={edits.charge.isPending}
    >
      <Box sx={{ display: "grid", gridTemplateColumns: "1fr 130px", gap: 1 }}>
        <TextField
          label="What for"
          placeholder="Matting"
          value={name}
          onChange={(event) => setName(event.target.value)}
          size="small"
          autoFocus
          slotProps={{ htmlInput: { maxLength: 150 } }}
        />
        <MoneyField label="Price" value={price} onChange={setPrice} size="small" />
      </Box>
    </Frame>
  );
};
