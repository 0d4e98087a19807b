import type { Order } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { OrderLineKind, OrderStatus } from "@leashline/proto/leashline/order/v1/order_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useCan } from "../../../app/session/session.ts";
import { fromMinor, toMinor } from "../../../ui/format/money.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { Icon } from "../../../ui/icons.tsx";
import { PriceParts } from "../../../ui/prices/PriceParts.tsx";
import { AddedItself } from "../../offering/shared/AddedItself.tsx";
import { beforeRefunds, discountName, isStay, lineName, lineStaff, reducedWords, rowsAfterTotal, taxWord } from "../shared/bill-sums.ts";
import { TimedCharges } from "../shared/late/TimedCharges.tsx";
import { ChargeForm, DiscountForm } from "./BillForms.tsx";
import { CatalogueCharges } from "./CatalogueCharges.tsx";
import { LineStaff } from "./LineStaff.tsx";
import { useOrderEdits, useRemoveCharge } from "./useCheckout.ts";

type Props = { order: Order; refresh: () => Promise<void>; locked: boolean };

/** Lines, discounts, tax, tip and what is left, each with its sum. */
export const Bill = ({ order, refresh, locked }: Props) => {
  const format = useFormat();
  const edits = useOrderEdits(refresh);
  const removeCharge = useRemoveCharge(order, edits.removeCharge);
  const [form, setForm] = useState<"discount" | "charge">();
  const open = order.status === OrderStatus.OPEN && !locked;
  const [mayDiscount, mayCharge] = [useCan("applyDiscount") && open, useCan("extraCharge") && open];
  const mayStaff = useCan("manageInvoiceStaff") && open;
  const tax = [...new Set(order.items.map((line) => line.taxRate).filter(Boolean))];
  const before = beforeRefunds(order);
  const takeOff = (id: string) =>
    edits.discount.mutate({
      orderId: order.id,
      version: order.version,
      discounts: order.discountList.filter((one) => one.id !== id).map(asInput),
    });
  const signed = (minor: bigint) =>
    `${minor < 0n ? "−" : ""}${format.money(fromMinor(minor < 0n ? -minor : minor, order.total?.currencyCode))}`;
  return (
    <Box component="section" aria-label="Bill" sx={{ border: 1, borderColor: "line", borderRadius: 1.25, p: 1.75 }}>
      {order.items.map((line) => (
        <Row
          key={line.orderLineItemId}
          label={lineName(line)}
          value={format.money(line.totalPrice)}
          strong
          note={mayStaff ? <LineStaff order={order} line={line} refresh={refresh} /> : lineStaff(line)}
          under={line.autoApplied ? <AddedItself line={line} /> : <PriceParts parts={line.priceParts} always={isStay(line)} underPrice />}
        >
          {line.kind === OrderLineKind.SERVICE_CHARGE && mayCharge && (
            <TakeOff label={`Remove ${line.name}`} onClick={() => void removeCharge(line.orderLineItemId).catch(() => undefined)} />
          )}
        </Row>
      ))}
      {order.discountList.map((one) => (
        <Row key={one.id} label={discountName(one, order.items)} value={`−${format.money(one.discountAmount)}`}>
          {mayDiscount && <TakeOff label="Remove this discount" onClick={() => takeOff(one.id)} />}
        </Row>
      ))}
      {before.tax > 0n && <Row label={tax.length === 1 ? `${taxWord(order)} ${tax[0]}%` : taxWord(order)} value={signed(before.tax)} />}
      {before.tips > 0n && <Row label={order.tipsType === "percentage" ? `Tip ${order.tipsRate}%` : "Tip"} value={signed(before.tips)} />}
      {before.reduced > 0n && (
        <Row label={[reducedWords(order, format.money), ...reasonsOf(order)].join(" · ")} value={signed(-before.reduced)} />
      )}
      <Row label="Total" value={format.money(order.total)} strong />
      {rowsAfterTotal(order).map(({ label, minor, tone }) => (
        <Row key={label} label={label} value={signed(minor)} {...(tone && { tone })} />
      ))}
      <Box sx={{ display: "flex", justifyContent: "space-between", pt: 1.25, mt: 1, borderTop: 1, borderColor: "lineSoft" }}>
        <Typography variant="h2" component="span">
          To pay
        </Typography>
        <Typography variant="h2" component="span">
          {format.money(order.remain)}
        </Typography>
      </Box>
      {mayCharge && <TimedCharges order={order} refresh={refresh} />}
      <Box sx={{ display: "flex", gap: 1, mt: 1 }}>
        {mayDiscount && form !== "discount" && <Button onClick={() => setForm("discount")}>Discount</Button>}
        {mayCharge && form !== "charge" && <Button onClick={() => setForm("charge")}>Extra charge</Button>}
      </Box>
      {form === "discount" && <DiscountForm order={order} edits={edits} onDone={() => setForm(undefined)} />}
      {form === "charge" && (
        <>
          <CatalogueCharges order={order} edits={edits} onDone={() => setForm(undefined)} />
          <ChargeForm order={order} edits={edits} onDone={() => setForm(undefined)} />
        </>
      )}
    </Box>
  );
};

const reasonsOf = (order: Order): string[] => [
  ...new Set(
    (order.paymentSummary?.refunds ?? []).flatMap(({ reason, loweredBill }) => (toMinor(loweredBill) > 0n && reason ? [reason] : [])),
  ),
];

export const asInput = (one: Order["discountList"][number]) => ({
  type: one.type,
  percentage: one.percentage,
  orderLineItemId: one.orderLineItemId,
  reason: one.reason,
  ...(one.amount && { amount: one.amount }),
});

type RowProps = {
  label: string;
  value: string;
  strong?: boolean;
  note?: React.ReactNode;
  tone?: string;
  under?: React.ReactNode;
  children?: React.ReactNode;
};
const Row = ({ label, value, strong = false, note, tone, under, children }: RowProps) => (
  <Box>
    <Box sx={{ display: "flex", alignItems: "center", gap: 1, minHeight: 28 }}>
      <Typography component="span" sx={{ flex: 1, color: strong ? "text.primary" : "text.secondary", fontWeight: strong ? 600 : 400 }}>
        {label}
        {note && (
          <Typography component="span" variant="body2" sx={{ color: "text.tertiary", ml: 0.75 }}>
            {note}
          </Typography>
        )}
      </Typography>
      <Typography component="span" sx={{ fontWeight: strong ? 600 : 400, color: tone }}>
        {value}
      </Typography>
      {children}
    </Box>
    {under && <Box sx={{ pl: 1.5 }}>{under}</Box>}
  </Box>
);

const TakeOff = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <IconButton size="small" edge="end" aria-label={label} onClick={onClick}>
    <Icon name="close" sx={{ width: 15, height: 15 }} />
  </IconButton>
);
