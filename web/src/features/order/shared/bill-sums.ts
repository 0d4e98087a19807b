import type { Money } from "@leashline/proto/google/type/money_pb.js";
import {
  type Order,
  type OrderDiscount,
  type OrderLine,
  OrderLineKind,
  OrderStatus,
} from "@leashline/proto/leashline/order/v1/order_pb.js";
import { toMinor } from "../../../ui/format/money.ts";
import type { ToneName } from "../../../ui/theme/theme-types.ts";

type Sums = Pick<Order, "status" | "total" | "paid" | "refunded" | "kept" | "overpaid">;
export type SumRow = { label: string; minor: bigint; tone?: string };

/** Everything that was paid went back. */
export const isGivenBack = (paid: Money | undefined, refunded: Money | undefined): boolean =>
  toMinor(paid) > 0n && toMinor(refunded) >= toMinor(paid);

/** What stands between a bill's total and what is left to pay; they add up. A canceled bill is not owed, but for what is kept of its deposits. */
export function rowsAfterTotal({ status, total, paid, refunded, kept, overpaid }: Sums): SumRow[] {
  const rows: SumRow[] = [
    { label: "Canceled", minor: status === OrderStatus.CANCELLED ? -toMinor(total) : 0n },
    { label: "Kept of the deposit", minor: toMinor(kept) },
    { label: "Paid", minor: -toMinor(paid), tone: "success.main" },
    { label: "Refunded", minor: toMinor(refunded) },
    { label: status === OrderStatus.CANCELLED ? "Still held" : "Paid too much", minor: toMinor(overpaid) },
  ];
  return rows.filter(({ minor }) => minor !== 0n);
}

type Reduced = Pick<Order, "discount" | "tax" | "tips" | "refundAdjustment" | "refundTax" | "refundTips">;

/** What a bill's discount, tax and tip were before refunds lowered it, and what these took off all of it: the parts stay readable. */
export function beforeRefunds({ discount, tax, tips, refundAdjustment, refundTax, refundTips }: Reduced) {
  const [lines, ofTax, ofTips] = [toMinor(refundAdjustment), toMinor(refundTax), toMinor(refundTips)];
  return {
    discount: toMinor(discount) - lines,
    tax: toMinor(tax) + ofTax,
    tips: toMinor(tips) + ofTips,
    reduced: lines + ofTax + ofTips,
  };
}

/** What a refund took off the bill, with the tax and the tip of it, so that the books' figures are found on it again. */
export function reducedWords({ refundTax, refundTips }: Pick<Order, "refundTax" | "refundTips">, money: (part: Money) => string): string {
  const of = (name: string, part: Money | undefined) => (part && toMinor(part) > 0n ? [`${name} −${money(part)}`] : []);
  const parts = [...of("tax", refundTax), ...of("tip", refundTips)];
  return parts.length > 0 ? `Reduced by a refund (${parts.join(", ")})` : "Reduced by a refund";
}

/** What a bill's tax is called: what its prices hold already is not added to them. */
export const taxWord = ({ includedTax }: Pick<Order, "includedTax">): string => (toMinor(includedTax) > 0n ? "Includes tax" : "Tax");

type Ahead = Pick<Order, "status" | "depositInfo" | "paid" | "refunded">;
/** How the money that was asked for ahead of a visit stands; nothing is due of a canceled bill. */
export function depositState({ status, depositInfo, paid, refunded }: Ahead): { label: string; tone: ToneName } {
  if (toMinor(depositInfo?.due) > 0n) return { label: "Not paid", tone: "warn" };
  if (isGivenBack(paid, refunded)) return { label: "Refunded", tone: "plain" };
  return status === OrderStatus.CANCELLED && toMinor(paid) === 0n ? { label: "Canceled", tone: "plain" } : { label: "Paid", tone: "ok" };
}

const states: Readonly<Record<string, { label: string; tone: ToneName }>> = {
  paid: { label: "Paid", tone: "ok" },
  partial: { label: "Partly paid", tone: "warn" },
};

/** How a bill stands, in a word. */
export function billState(order: (Sums & Pick<Order, "paymentStatus">) | undefined): { label: string; tone: ToneName } {
  if (order?.status === OrderStatus.CANCELLED) return { label: "Canceled", tone: "plain" };
  if (isGivenBack(order?.paid, order?.refunded)) return { label: "Refunded", tone: "plain" };
  return states[order?.paymentStatus ?? ""] ?? { label: "Unpaid", tone: "plain" };
}

/** What is on a bill beside services: a fee for who comes late, a charge that puts itself onto every visit. */
export const chargesOn = ({ items }: Pick<Order, "items">): Order["items"] =>
  items.filter(({ kind }) => kind === OrderLineKind.SERVICE_CHARGE);

type Line = Pick<Order["items"][number], "staffName" | "staffShares">;

/** What a line is for, and how often. */
export const lineName = ({ petName, name, quantity }: Pick<OrderLine, "petName" | "name" | "quantity">): string =>
  [petName, quantity > 1 ? `${name} × ${quantity}` : name].filter(Boolean).join(" · ");

/** Nights and days: what each of them costs is said, also where they are all that makes the price. */
export const isStay = ({ serviceItemType }: Pick<OrderLine, "serviceItemType">): boolean =>
  serviceItemType === "BOARDING" || serviceItemType === "DAYCARE";

/** A discount by its kind, the line it is on where it is on one, and its reason. */
export const discountName = ({ type, percentage, orderLineItemId, reason }: OrderDiscount, lines: readonly OrderLine[]): string => {
  const line = lines.find((one) => one.orderLineItemId === orderLineItemId);
  return [type === "percentage" ? `Discount ${percentage}%` : "Discount", line && `on ${lineName(line)}`, reason]
    .filter(Boolean)
    .join(" · ");
};

/** Who did a line: "Ana Ruiz", or "Ana Ruiz 60%, Ben Cole 40%" where they share it. */
export const lineStaff = ({ staffName, staffShares }: Line): string =>
  staffShares.length > 0 ? staffShares.map((one) => `${one.staffName || "Nobody"} ${one.priceRatio}%`).join(", ") : staffName;

type Done = Pick<Order["items"][number], "staffId"> & { staffShares: readonly { staffId: string }[] };

/** Whether several people did these lines, one with another or each their own. */
export const severalStaff = (lines: readonly Done[]): boolean => {
  const ids = lines.flatMap(({ staffId, staffShares }) => [staffId, ...staffShares.map((one) => one.staffId)]);
  return new Set(ids.filter((id) => id !== "0")).size > 1;
};

/** Everybody on these lines by their first names, each once. */
export const firstNames = (lines: readonly Line[]): string[] => {
  const names = lines.flatMap(({ staffName, staffShares }) => [staffName, ...staffShares.map((one) => one.staffName)]);
  return [...new Set(names.map((name) => name.split(" ")[0] ?? "").filter(Boolean))];
};
