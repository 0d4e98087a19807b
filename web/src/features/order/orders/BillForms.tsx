import { useQuery } from "@connectrpc/connect-query";
import type { TaxRule } from "@leashline/proto/leashline/account/v1/tax_pb.js";
import { TaxService } from "@leashline/proto/leashline/account/v1/tax_service_pb.js";
import type { Order } from "@leashline/proto/leashline/order/v1/order_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { LONG_STALE } from "../../../app/calls/query-client.ts";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { FormSelect, FormText } from "../../../ui/form/fields.tsx";
import { FormMoney } from "../../../ui/form/more-fields.tsx";
import { percent } from "../../../ui/format/checks/share.ts";
import { parseMoney, toMinor } from "../../../ui/format/money.ts";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { taxOptions } from "../../offering/shared/starting-tax.ts";
import { lineName } from "../shared/bill-sums.ts";
import { taxOfMore } from "../shared/tax/tax-of-more.ts";
import { asInput } from "./Bill.tsx";
import { Frame } from "./BillFormFrame.tsx";
import type { useOrderEdits } from "./useCheckout.ts";

type Props = { order: Order; edits: ReturnType<typeof useOrderEdits>; onDone: () => void };
type Discount = { type: "percentage" | "amount"; value: string; reason: string; orderLineItemId: string };

const isShare = percent(2);

/** A discount on the whole order or one of its lines, by amount or by percentage. Asks first when money would have to go back. */
export const DiscountForm = ({ order, edits, onDone }: Props) => {
  const { currencyCode } = usePreferences();
  const form = useForm<Discount>({ mode: "onChange", defaultValues: { type: "percentage", value: "", reason: "", orderLineItemId: "0" } });
  const { control } = form;
  const [type, value] = useWatch({ control, name: ["type", "value"] });
  const [refundFirst, setRefundFirst] = useState(false);
  const ready = Number(value) > 0 && (type === "amount" || isShare(value) === undefined);
  const lines = order.items.filter((line) => toMinor(line.totalPrice) > 0n);
  const save = async ({ reason, orderLineItemId }: Discount) => {
    const share = type === "percentage" ? { percentage: value } : { amount: parseMoney(value, currencyCode) };
    const mine = { type, ...share, reason, orderLineItemId };
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
            check={isShare}
            size="small"
            autoFocus
            fullWidth
            slotProps={{ htmlInput: { inputMode: "decimal" } }}
          />
        )}
      </Box>
      {lines.length > 1 && (
        <FormSelect
          control={control}
          name="orderLineItemId"
          label="Off"
          options={[
            { value: "0", label: "The whole bill" },
            ...lines.map((line) => ({ value: line.orderLineItemId, label: lineName(line) })),
          ]}
        />
      )}
      <FormText control={control} name="reason" label="Reason" size="small" slotProps={{ htmlInput: { maxLength: 200 } }} />
    </Frame>
  );
};

/** What no catalog names. It is taxed as the bill's other lines are, where they agree, or as the company taxes what it sells. */
export const ChargeForm = (props: Props) => {
  const taxes = useQuery(TaxService.method.listTaxRules, {}, { staleTime: LONG_STALE });
  if (taxes.error && !taxes.data) return <ErrorState compact error={taxes.error} onRetry={() => void taxes.refetch()} />;
  return taxes.data ? <OwnCharge {...props} taxes={taxes.data.taxRules} /> : <FormSkeleton fields={2} />;
};

const OwnCharge = ({ order, edits, onDone, taxes }: Props & { taxes: readonly TaxRule[] }) => {
  const { currencyCode } = usePreferences();
  const form = useForm({ defaultValues: { name: "", price: "", taxId: taxOfMore(order.items, taxes) } });
  const { control } = form;
  const [name, price] = useWatch({ control, name: ["name", "price"] });
  const unitPrice = parseMoney(price, currencyCode);
  const save = async ({ taxId }: { taxId: string }) => {
    if (!unitPrice) return;
    await edits.charge.mutateAsync({ orderId: order.id, version: order.version, name: name.trim(), unitPrice, quantity: 1, taxId });
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
      {taxes.length > 0 && <FormSelect control={control} name="taxId" label="Tax" options={taxOptions(taxes)} />}
    </Frame>
  );
};
