import { create, fromJson, type MessageInitShape } from "@bufbuild/protobuf";
import { toMoney, toTimestamp, toWireDate } from "@leashline/kit";
import type { Money } from "@leashline/proto/google/type/money_pb.js";
import { PricePartSchema } from "@leashline/proto/leashline/offering/v1/pricing_rule_pb.js";
import type { OrderSnapshotSchema } from "@leashline/proto/leashline/order/v1/events_pb.js";
import { OrderLineKind, type Order as OrderMessage, OrderSchema, OrderStatus } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { toSplitMethod } from "../settings/setting.mapper.ts";
import { keptOf } from "../totals/balance.ts";
import type { RefundChannel } from "../totals/refund-channels.ts";
import { partsOfAmount, sharesOf } from "../totals/staff-shares.ts";
import type { Order, OrderCharge, OrderDiscount, OrderLine } from "./order.ts";
import { depositDue, refundsOff, suggestTipsOn, tipSplitOf } from "./order.ts";
import type { OrderState } from "./order-moves.ts";

const statuses: Record<OrderState, OrderStatus> = {
  open: OrderStatus.OPEN,
  completed: OrderStatus.COMPLETED,
  cancelled: OrderStatus.CANCELLED,
};

export const toStatus = (state: OrderState): OrderStatus => statuses[state];

/** The states that a request's statuses name; what names none is left out. */
export const statesOf = (asked: readonly OrderStatus[]): OrderState[] =>
  (Object.keys(statuses) as OrderState[]).filter((state) => asked.includes(statuses[state]));

// What a line is in the order and in events alike.
const toLineCore = (line: OrderLine, currency: string) => ({
  orderLineItemId: line.orderLineItemId || "0",
  serviceId: line.serviceId,
  name: line.name,
  staffId: line.staffId,
  staffName: line.staffName,
  petId: line.petId,
  quantity: line.quantity,
  totalPrice: toMoney(line.totalPrice, currency),
  discount: toMoney(line.discount, currency),
  tax: toMoney(line.tax, currency),
});

/** How the price of a stay's line was reckoned, while it has the price of its appointment. */
const priceParts = ({ detailId, unitPrice }: OrderLine, { appointmentLines }: Order) =>
  (appointmentLines.find((one) => one.lineId === detailId && one.price === unitPrice)?.priceParts ?? []).map((part) =>
    fromJson(PricePartSchema, part),
  );

/** Whose a line is that several people did. */
function toStaffShares(line: OrderLine, currency: string) {
  const shares = sharesOf(line);
  const amounts = partsOfAmount(line.totalPrice - line.discount, shares);
  return shares.map(({ staffId, staffName, ratio }, i) => ({
    staffId,
    staffName,
    priceRatio: ratio,
    amount: toMoney(amounts[i] ?? 0n, currency),
  }));
}

/** The same in events, with everything that sums to the line. What is left to each after the discount is their amount above, to the cent. */
function toShareSnapshots(line: OrderLine, refundOff: bigint, currency: string) {
  const shares = sharesOf(line);
  const net = line.totalPrice - line.discount;
  const [totals, nets, befores, taxes] = [line.totalPrice, net, net + refundOff, line.tax].map((amount) => partsOfAmount(amount, shares));
  return shares.map(({ staffId, staffName }, i) => ({
    ...{ staffId, staffName },
    totalPrice: toMoney(totals![i]!, currency),
    discount: toMoney(totals![i]! - nets![i]!, currency),
    tax: toMoney(taxes![i]!, currency),
    refundAdjustment: toMoney(befores![i]! - nets![i]!, currency),
  }));
}

/** Whether a charge put itself onto the bill, and for which care types it counts. */
function autoApplied({ kind, serviceChargeId }: OrderLine, { autoCharges }: Order) {
  const isOf = (one: OrderCharge) => !one.off && one.serviceChargeId === serviceChargeId;
  const charge = kind === OrderLineKind.SERVICE_CHARGE ? autoCharges.find(isOf) : undefined;
  const { kind: autoCareKind = 0, each: autoEachTime = false } = charge?.forCare ?? {};
  return charge && { autoApplied: true, autoCareTypes: [...charge.careTypes], autoCareKind, autoEachTime };
}

const toTaxRate = ({ taxId, taxRate }: OrderLine): string => (taxId === "0" ? "" : (taxRate ?? ""));

const toLine = (line: OrderLine, currency: string) => ({
  ...toLineCore(line, currency),
  staffShares: toStaffShares(line, currency),
  kind: line.kind,
  serviceChargeId: line.serviceChargeId,
  productId: line.productId,
  serviceItemType: line.careType,
  detailId: line.detailId,
  unitPrice: toMoney(line.unitPrice, currency),
  taxId: line.taxId,
  taxName: line.taxName,
  taxRate: toTaxRate(line),
  petName: line.petName,
});

const toDiscount = (discount: OrderDiscount, currency: string) => ({
  id: /^\d+$/.test(discount.discountId) ? discount.discountId : "0",
  type: discount.type,
  ...(discount.type === "amount" ? { amount: toMoney(discount.amount, currency) } : { percentage: discount.percentage }),
  orderLineItemId: discount.orderLineItemId,
  reason: discount.reason,
  discountAmount: toMoney(discount.discountAmount, currency),
});

const notBelowZero = (amount: bigint): bigint => (amount < 0n ? 0n : amount);

function toPaymentSummary({ currency, payments, refunds, refunded }: Order) {
  const sumOf = (paymentId: string, of: "amount" | "convenienceFee"): bigint =>
    refunds.reduce((sum, r) => (r.paymentId === paymentId ? sum + r[of] : sum), 0n);
  return {
    payments: payments.map((p) => ({
      paymentId: p.paymentId,
      amount: toMoney(p.amount, currency),
      tips: toMoney(p.tips, currency),
      method: p.method,
      cardBrand: p.cardBrand,
      cardLast4: p.cardLast4,
      refunded: toMoney(sumOf(p.paymentId, "amount"), currency),
      recordedAt: toTimestamp(p.recordedAt),
      convenienceFee: toMoney(notBelowZero(p.convenienceFee - sumOf(p.paymentId, "convenienceFee")), currency),
      convenienceFeeName: p.convenienceFeeName,
    })),
    refunds: refunds.map((r) => ({
      refundId: r.refundId,
      paymentId: r.paymentId,
      amount: toMoney(r.amount, currency),
      method: r.method,
      reason: r.reason,
      recordedAt: toTimestamp(r.recordedAt),
      loweredBill: toMoney(r.lowered, currency),
      orderLineItemId: r.orderLineItemId,
      convenienceFee: toMoney(r.convenienceFee, currency),
    })),
    refundedAmount: toMoney(refunded, currency),
  };
}

// What an order is in its message and in events alike.
function toOrderCore(order: Order) {
  const money = (minor: bigint): Money => toMoney(minor, order.currency);
  return {
    businessId: order.businessId,
    customerId: order.customerId,
    appointmentId: order.appointmentId ?? "0",
    subTotal: money(order.subTotal),
    discount: money(order.discount),
    tax: money(order.tax),
    includedTax: money(order.includedTax),
    tips: money(order.tips),
    total: money(order.total),
    paid: money(order.paid),
    refunded: money(order.refunded),
    remain: money(order.remain),
    paymentStatus: order.paymentStatus,
    status: statuses[order.state],
    version: order.version,
  };
}

const shownKept = (order: Order): bigint => keptOf({ ...order, cancelled: order.state === "cancelled" });

/** What was paid for paying by card: on top with payments, less what went back, and in lines of their own. */
function convenienceFee({ lines, payments, refunds }: Order): bigint {
  const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, one) => all + one, 0n);
  const inLines = lines.filter(({ kind }) => kind === OrderLineKind.CONVENIENCE_FEE).map(({ totalPrice }) => totalPrice);
  const [paid, back] = [payments, refunds].map((all) => sum(all.map((one) => one.convenienceFee)));
  // What went back is never more than was paid; a copy that says so is behind, which reconciling mends.
  return sum(inLines) + notBelowZero(paid! - back!);
}

export function toOrder(order: Order): OrderMessage {
  const { currency } = order;
  return create(OrderSchema, {
    ...toOrderCore(order),
    id: order.orderId || "0",
    number: order.number || "0",
    customerName: order.customerName,
    type: order.type,
    tippable: toMoney(order.tippable, currency),
    suggestTipsOn: toMoney(suggestTipsOn(order), currency),
    overpaid: toMoney(order.overpaid, currency),
    kept: toMoney(shownKept(order), currency),
    tipsType: order.tipsType,
    tipsRate: order.tipsRate,
    items: order.lines.map((line) => ({ ...toLine(line, currency), priceParts: priceParts(line, order), ...autoApplied(line, order) })),
    discountList: order.discounts.map((discount) => toDiscount(discount, currency)),
    discountMap: Object.fromEntries(
      order.lines.filter(({ discount }) => discount > 0n).map((line) => [line.orderLineItemId || "0", toMoney(line.discount, currency)]),
    ),
    paymentSummary: toPaymentSummary(order),
    convenienceFee: toMoney(convenienceFee(order), currency),
    guid: order.guid,
    businessDate: toWireDate(order.businessDate),
    changedAfterPayment: order.changedAfterPayment,
    appointmentDiffers: order.appointmentDiffers,
    createTime: toTimestamp(order.createdAt),
    updateTime: toTimestamp(order.updatedAt),
    completeTime: toTimestamp(order.completedAt),
    cancelTime: toTimestamp(order.cancelledAt),
    splitMethod: toSplitMethod(order.splitMethod),
    refundAdjustment: toMoney(order.refundAdjustment, currency),
    refundTax: toMoney(order.refundTax, currency),
    refundTips: toMoney(order.refundTips, currency),
    ...(order.deposit > 0n && { depositInfo: { amount: toMoney(order.deposit, currency), due: toMoney(depositDue(order), currency) } }),
  });
}

/** What events say of an order. */
export function toSnapshot(order: Order): MessageInitShape<typeof OrderSnapshotSchema> {
  const { currency } = order;
  const off = refundsOff(order);
  return {
    ...toOrderCore(order),
    orderId: order.orderId,
    taxesIncluded: order.taxesIncluded,
    lines: order.lines.map((line, i) => ({
      ...toLineCore(line, currency),
      careType: line.careType,
      taxRate: toTaxRate(line),
      staffShares: toShareSnapshots(line, off[i] ?? 0n, currency),
      refundAdjustment: toMoney(off[i] ?? 0n, currency),
    })),
    businessDate: order.businessDate,
    deposit: toMoney(order.deposit, currency),
    kept: toMoney(shownKept(order), currency),
    feeForAppointmentId: order.feeFor ?? "0",
  };
}

/** Each staff member's part of the tips of a completed order, as its event says it. */
export const toTipShares = (order: Order) =>
  tipSplitOf(order).staffTips.map((t) => ({ staffId: t.staffId, amount: toMoney(t.amount, order.currency) }));

export const toChannel = (channel: RefundChannel, currency: string) => ({
  paymentId: channel.paymentId,
  method: channel.method,
  amount: toMoney(channel.amount, currency),
});
