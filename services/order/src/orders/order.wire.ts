import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { toMoney, toTimestamp, toWireDate } from "@leashline/kit";
import type { OrderSnapshotSchema } from "@leashline/proto/leashline/order/v1/events_pb.js";
import { type Order as OrderMessage, OrderSchema, OrderStatus, TipSplitMethod } from "@leashline/proto/leashline/order/v1/order_pb.js";
import type { SplitMethod } from "../tips/tip-split.ts";
import type { Order, OrderDiscount, OrderLine } from "./order.ts";
import { lineKind, tipSplitOf } from "./order.ts";
import type { OrderState } from "./order-moves.ts";
import type { RefundChannel } from "./refund-channels.ts";

export const statusNumber: Record<OrderState, OrderStatus> = {
  open: OrderStatus.OPEN,
  completed: OrderStatus.COMPLETED,
  cancelled: OrderStatus.CANCELLED,
};

export const methodNumber: Record<SplitMethod, TipSplitMethod> = {
  byRevenue: TipSplitMethod.BY_REVENUE,
  evenly: TipSplitMethod.EVENLY,
  custom: TipSplitMethod.CUSTOM,
};

export const methodOf = (number: TipSplitMethod): SplitMethod =>
  number === TipSplitMethod.EVENLY ? "evenly" : number === TipSplitMethod.CUSTOM ? "custom" : "byRevenue";

function lineMessage(line: OrderLine, currency: string) {
  return {
    orderLineItemId: line.orderLineItemId || "0",
    kind: line.kind,
    serviceId: line.serviceId,
    serviceChargeId: line.serviceChargeId,
    productId: line.productId,
    name: line.name,
    serviceItemType: line.careType,
    detailId: line.detailId,
    unitPrice: toMoney(line.unitPrice, currency),
    quantity: line.quantity,
    totalPrice: toMoney(line.totalPrice, currency),
    discount: toMoney(line.discount, currency),
    tax: toMoney(line.tax, currency),
    taxId: line.taxId,
    taxName: line.taxName,
    taxRate: line.taxId === "0" ? "" : (line.taxRate ?? ""),
    staffId: line.staffId,
    staffName: line.staffName,
    petId: line.petId,
    petName: line.petName,
  };
}

function discountMessage(discount: OrderDiscount, currency: string) {
  return {
    id: /^\d+$/.test(discount.discountId) ? discount.discountId : "0",
    type: discount.type,
    ...(discount.type === "amount" ? { amount: toMoney(discount.amount, currency) } : { percentage: discount.percentage }),
    orderLineItemId: discount.orderLineItemId,
    reason: discount.reason,
    discountAmount: toMoney(discount.discountAmount, currency),
  };
}

function paymentSummary(order: Order) {
  const { currency } = order;
  const back = (paymentId: string): bigint => order.refunds.reduce((sum, r) => (r.paymentId === paymentId ? sum + r.amount : sum), 0n);
  return {
    payments: order.payments.map((p) => ({
      paymentId: p.paymentId,
      amount: toMoney(p.amount, currency),
      tips: toMoney(p.tips, currency),
      method: p.method,
      cardBrand: p.cardBrand,
      cardLast4: p.cardLast4,
      refunded: toMoney(back(p.paymentId), currency),
      recordedAt: toTimestamp(p.recordedAt),
    })),
    refunds: order.refunds.map((r) => ({
      refundId: r.refundId,
      paymentId: r.paymentId,
      amount: toMoney(r.amount, currency),
      method: r.method,
      reason: r.reason,
      recordedAt: toTimestamp(r.recordedAt),
    })),
    refundedAmount: toMoney(order.refunded, currency),
  };
}

const amounts = ["subTotal", "discount", "tax", "tips", "total", "paid", "refunded", "remain", "overpaid"] as const;

function moneyFields<K extends (typeof amounts)[number]>(order: Order, fields: readonly K[]) {
  return Object.fromEntries(fields.map((field) => [field, toMoney(order[field], order.currency)])) as Record<K, ReturnType<typeof toMoney>>;
}

export function orderMessage(order: Order): OrderMessage {
  const fee = order.lines.filter((line) => line.kind === lineKind.convenienceFee).reduce((sum, line) => sum + line.totalPrice, 0n);
  return create(OrderSchema, {
    id: order.orderId || "0",
    businessId: order.businessId,
    customerId: order.customerId,
    customerName: order.customerName,
    appointmentId: order.appointmentId ?? "0",
    type: order.type,
    status: statusNumber[order.state],
    ...moneyFields(order, amounts),
    paymentStatus: order.paymentStatus,
    tipsType: order.tipsType,
    tipsRate: order.tipsRate,
    items: order.lines.map((line) => lineMessage(line, order.currency)),
    discountList: order.discounts.map((discount) => discountMessage(discount, order.currency)),
    paymentSummary: paymentSummary(order),
    convenienceFee: toMoney(fee, order.currency),
    guid: order.guid,
    version: order.version,
    businessDate: toWireDate(order.businessDate),
    changedAfterPayment: order.changedAfterPayment,
    appointmentDiffers: order.appointmentDiffers,
    createTime: toTimestamp(order.createdAt),
    updateTime: toTimestamp(order.updatedAt),
    completeTime: toTimestamp(order.completedAt),
    cancelTime: toTimestamp(order.cancelledAt),
    splitMethod: methodNumber[order.splitMethod],
  });
}

// What events say of an order.
export function orderSnapshot(order: Order): MessageInitShape<typeof OrderSnapshotSchema> {
  return {
    orderId: order.orderId,
    businessId: order.businessId,
    customerId: order.customerId,
    appointmentId: order.appointmentId ?? "0",
    ...moneyFields(order, ["subTotal", "discount", "tax", "tips", "total", "paid", "refunded", "remain"]),
    paymentStatus: order.paymentStatus,
    status: statusNumber[order.state],
    version: order.version,
    lines: order.lines.map((line) => ({
      orderLineItemId: line.orderLineItemId,
      serviceId: line.serviceId,
      name: line.name,
      staffId: line.staffId,
      staffName: line.staffName,
      petId: line.petId,
      quantity: line.quantity,
      totalPrice: toMoney(line.totalPrice, order.currency),
      discount: toMoney(line.discount, order.currency),
      tax: toMoney(line.tax, order.currency),
      careType: line.careType,
    })),
    businessDate: order.businessDate,
  };
}

// Each person's part of the tips of a completed order, as its event tells it.
export const tipSharesOf = (order: Order) =>
  tipSplitOf(order).staffTips.map((t) => ({ staffId: t.staffId, amount: toMoney(t.amount, order.currency) }));

export const channelMessage = (channel: RefundChannel, currency: string) => ({
  paymentId: channel.paymentId,
  method: channel.method,
  amount: toMoney(channel.amount, currency),
});
