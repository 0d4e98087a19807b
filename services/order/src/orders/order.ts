import type { JsonValue } from "@bufbuild/protobuf";
import { mustExist } from "@leashline/kit";
import type { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import type { OrderLineKind, OrderType } from "@leashline/proto/leashline/order/v1/order_pb.js";
import type { AutoCharge } from "@leashline/proto/rules/auto-charges.ts";
import type { OrderSetting } from "../settings/setting.ts";
import { type Balance, balanceOf, heldTips } from "../totals/balance.ts";
import { parsePercent } from "../totals/percent.ts";
import { partsOfAmount, whoseLine } from "../totals/staff-shares.ts";
import { splitTips, type TipSplit } from "../totals/tip-split.ts";
import { type Discount, type OrderTotals, type TipChoice, totalsOf } from "../totals/totals.ts";
import type { OrderState } from "./order-moves.ts";

export type OrderLine = {
  /** Empty until it is stored. */
  orderLineItemId: string;
  kind: OrderLineKind;
  detailId: string;
  serviceId: string;
  serviceChargeId: string;
  productId: string;
  name: string;
  careType: string;
  staffId: string;
  staffName: string;
  staffSet: boolean;
  /** Where several people did it, whose it is (staff-shares.ts); "" otherwise. */
  staffShares: string;
  petId: string;
  petName: string;
  unitPrice: bigint;
  quantity: number;
  totalPrice: bigint;
  discount: bigint;
  tax: bigint;
  taxId: string;
  taxName: string;
  /** Null while the tax rule is not known here; then the line is not taxed yet. */
  taxRate: string | null;
  /** Whether a tip in percent counts it. */
  canTip: boolean;
};

export type OrderDiscount = {
  discountId: string;
  type: "amount" | "percentage";
  amount: bigint;
  percentage: string;
  orderLineItemId: string;
  reason: string;
  discountAmount: bigint;
};

export type OrderPayment = {
  paymentId: string;
  amount: bigint;
  tips: bigint;
  method: string;
  cardBrand: string;
  cardLast4: string;
  recordedAt: Date;
  /** What came in on top for paying by card, and what the location calls it; not of the bill. */
  convenienceFee: bigint;
  convenienceFeeName: string;
};

export type OrderRefund = {
  refundId: string;
  paymentId: string;
  amount: bigint;
  method: string;
  reason: string;
  recordedAt: Date;
  /** What it took off the bill; 0 when the bill stayed and is owed again. */
  lowered: bigint;
  /** The line it is for; "0" for the whole bill. */
  orderLineItemId: string;
  /** What of the payment's fee went back besides. */
  convenienceFee: bigint;
};

/** A service line as its appointment has it. */
export type AppointmentLine = {
  lineId: string;
  petId: string;
  petName: string;
  serviceId: string;
  serviceName: string;
  careType: string;
  staffId: string;
  staffName: string;
  price: bigint;
  taxId: string;
  /** On top of a service of the same pet; what was stored before there was such a thing has none. */
  addOn?: boolean;
  /** What was stored before several people could share a service has none. */
  staffShares?: string;
  /** How the price was reckoned, as PricePart is written in JSON; what was stored before there was such a thing has none. */
  priceParts?: JsonValue[];
};

/** A charge that puts itself onto this bill, as it was when its visit was booked; off once somebody put it on or took it off by hand. */
export type OrderCharge = AutoCharge & {
  readonly serviceChargeId: string;
  readonly name: string;
  readonly unitPrice: bigint;
  /** Left out in copies that were made before charges were taxed. */
  readonly taxId?: string;
  readonly off: boolean;
};

/** A service that is off the appointment for now, and what checkout gave it. */
export type SuspendedLine = Pick<OrderLine, "orderLineItemId" | "detailId" | "staffSet" | "staffId" | "staffName"> & {
  discounts: OrderDiscount[];
};

export type CustomSplit = { businessTipAmount: bigint; staffTips: { staffId: string; amount: bigint }[] };

export type Order = {
  orderId: string;
  /** What people call it by, counted by the company; "" before it is stored. */
  number: string;
  businessId: string;
  customerId: string;
  customerName: string;
  appointmentId: string | null;
  type: OrderType;
  state: OrderState;
  guid: string;
  currency: string;
  businessDate: string;
  tipsType: "" | "amount" | "percentage";
  tipsAmount: bigint;
  tipsRate: string;
  splitCustom: CustomSplit | null;
  appointmentStatus: AppointmentStatus;
  appointmentVersion: number;
  /** The appointment's lines as last known, for when a completed order is opened again. */
  appointmentLines: AppointmentLine[];
  suspended: SuspendedLine[];
  autoCharges: OrderCharge[];
  changedAfterPayment: boolean;
  appointmentDiffers: boolean;
  version: number;
  createdAt: Date;
  updatedAt: Date;
  completedAt: Date | null;
  cancelledAt: Date | null;
  lines: OrderLine[];
  discounts: OrderDiscount[];
  payments: OrderPayment[];
  refunds: OrderRefund[];
  subTotal: bigint;
  discount: bigint;
  /** Part of discount: what refunds took off the lines. */
  refundAdjustment: bigint;
  /** What refunds took off the tax and the tip. */
  refundTax: bigint;
  refundTips: bigint;
  tax: bigint;
  /** Part of tax: what the prices hold already. */
  includedTax: bigint;
  tips: bigint;
  /** What a tip in percent is taken from. */
  tippable: bigint;
  total: bigint;
  paid: bigint;
  paidTips: bigint;
  refunded: bigint;
  /** What is asked for ahead of the visit; 0 for nothing. */
  deposit: bigint;
  /** What payment keeps of its deposits, should it be canceled. */
  kept: bigint;
  /** The appointment that did not take place and that this asks a fee for; null for anything else. */
  feeFor: string | null;
} & OrderSetting &
  Balance;

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((a, b) => a + b, 0n);

/** What of a deposit has yet to come in. */
export function depositDue({
  deposit,
  total,
  paid,
  refunded,
  state,
}: Pick<Order, "deposit" | "total" | "paid" | "refunded" | "state">): bigint {
  const left = (deposit > total ? total : deposit) - (paid - refunded);
  return left > 0n && state !== "cancelled" ? left : 0n;
}

export const moneyMoved = (order: Pick<Order, "payments">): boolean => order.payments.length > 0;

function tipChoice(order: Order): TipChoice {
  if (order.tipsType === "amount") return { kind: "amount", amount: order.tipsAmount };
  if (order.tipsType === "percentage") return { kind: "percentage", percent: parsePercent(order.tipsRate) ?? 0n };
  return { kind: "none" };
}

const discountOf = (discount: OrderDiscount, keys: ReadonlyMap<string, string>): Discount => {
  const base = { key: discount.discountId, lineKey: discount.orderLineItemId === "0" ? undefined : keys.get(discount.orderLineItemId) };
  if (discount.type === "amount") return { ...base, kind: "amount", amount: discount.amount };
  return { ...base, kind: "percentage", percent: parsePercent(discount.percentage) ?? 0n };
};

function totals(order: Order, held: bigint, paidTips: bigint): OrderTotals {
  const keys = new Map(order.lines.map((line, i) => [line.orderLineItemId, String(i)]));
  return totalsOf({
    lines: order.lines.map((line, i) => ({
      key: String(i),
      unitPrice: line.unitPrice,
      quantity: line.quantity,
      taxRate: parsePercent(line.taxRate ?? "0") ?? 0n,
      canTip: line.canTip,
    })),
    discounts: order.discounts.map((discount) => discountOf(discount, keys)),
    sequence: order.discountSequence,
    bestOnly: order.bestOnly,
    tips: tipChoice(order),
    heldTips: held,
    paidTips,
    taxesIncluded: order.taxesIncluded,
    lowerings: order.refunds.map(({ lowered, orderLineItemId }) => ({ amount: lowered, lineKey: keys.get(orderLineItemId) })),
  });
}

/** What refunds took off each line, in their order; part of the line's discount. Empty where they took nothing off the bill. */
export const refundsOff = (order: Order): bigint[] =>
  order.refunds.some(({ lowered }) => lowered > 0n) ? totals(order, 0n, 0n).lines.map(({ refundAdjustment }) => refundAdjustment) : [];

/** What tips are suggested on: what the lines that take tips come to, also after refunds. */
export const suggestTipsOn = ({ lines }: Order): bigint =>
  sum(lines.filter(({ canTip }) => canTip !== false).map(({ totalPrice, discount }) => totalPrice - discount));

/** Works out an order's money from its lines, discounts, tips and payments. Discounts on lines that are gone go with them. */
export function recalculated(order: Order): Order {
  const living = new Set(order.lines.map((line) => line.orderLineItemId));
  const discounts = order.discounts.filter((d) => d.orderLineItemId === "0" || living.has(d.orderLineItemId));
  const paid = sum(order.payments.map((p) => p.amount));
  const paidTips = sum(order.payments.map((p) => p.tips));
  const refunded = sum(order.refunds.map((r) => r.amount));
  const held = heldTips({ paid, paidTips, refunded });
  const t = totals({ ...order, discounts }, held, paidTips);
  const took = new Map(t.discounts.map((d) => [d.key, d.amount]));
  const balance = balanceOf({ total: t.total, paid, refunded, kept: order.kept, cancelled: order.state === "cancelled" });
  return {
    ...order,
    ...balance,
    lines: order.lines.map((line, i) => ({ ...line, ...moneyOf(t, i) })),
    discounts: discounts.map((d) => ({ ...d, discountAmount: took.get(d.discountId) ?? 0n })),
    subTotal: t.subTotal,
    discount: t.discount,
    refundAdjustment: t.refundAdjustment,
    refundTax: t.refundTax,
    refundTips: t.refundTips,
    tax: t.tax,
    includedTax: t.includedTax,
    tips: t.tips,
    tippable: t.tippable,
    total: t.total,
    paid,
    paidTips,
    refunded,
  };
}

const moneyOf = (t: OrderTotals, i: number) => {
  const { totalPrice, discount, tax } = t.lines[i]!;
  return { totalPrice, discount, tax };
};

/** Who gets the tip, by the order's own way of splitting it. */
export function tipSplitOf(order: Order, wanted?: Pick<Order, "splitMethod" | "splitCustom">): TipSplit {
  const { splitMethod, splitCustom } = wanted ?? order;
  const revenue = order.lines.flatMap((line) => {
    const whose = whoseLine(line);
    const parts = partsOfAmount(line.totalPrice - line.discount, whose);
    return whose.map(({ staffId }, i) => ({ staffId, revenue: parts[i] ?? 0n }));
  });
  return splitTips({
    tips: order.tips,
    method: splitMethod,
    revenue: revenue.filter(({ staffId }) => staffId !== "0"),
    custom: splitCustom ?? undefined,
  });
}

/** A line of the order, which must have it. */
export function lineOf(order: Order, orderLineItemId: string): OrderLine {
  const found = order.lines.find((l) => l.orderLineItemId === orderLineItemId);
  return mustExist(found, "orderLineItemId");
}

/** A refund as payment tells it, and whether it lowers the bill. */
export type ToldRefund = Omit<OrderRefund, "lowered"> & { lowersBill: boolean };

/**
 * An order after money went back. A refund that lowers the bill takes off what would be owed again because of it: no more than before is owed, and what was paid too
 * much goes back first without lowering anything.
 */
export function withRefund(order: Order, { lowersBill, ...refund }: ToldRefund): { order: Order; refund: OrderRefund } {
  const plain = { ...refund, lowered: 0n };
  const now = recalculated(order);
  const owedAgain = recalculated({ ...order, refunds: [...order.refunds, plain] }).remain - now.remain;
  const added = lowersBill && owedAgain > 0n ? { ...plain, lowered: owedAgain } : plain;
  return { order: { ...order, refunds: [...order.refunds, added] }, refund: added };
}
