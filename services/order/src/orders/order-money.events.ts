import { consumer, fromMoney, fromTimestamp, type Tx } from "@leashline/kit";
import {
  DepositKeptSchema,
  PaymentRecordedSchema,
  RefundRecordedSchema,
  RefundReversedSchema,
} from "@leashline/proto/leashline/payment/v1/events_pb.js";
import { RefundEffect } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import type { DB } from "../db.ts";
import { lockOrder } from "./order.store.ts";
import { type OrderPayment, withRefund } from "./order.ts";
import { deleteRefund, insertPayment, insertRefund } from "./save-order.store.ts";
import { storeOrder } from "./store-order.ts";

const paymentRecorded = consumer(PaymentRecordedSchema, async (tx: Tx<DB>, event) => {
  const order = await lockOrder(tx.db, { orderId: event.orderId });
  if (!order || order.payments.some((p) => p.paymentId === event.paymentId)) return;
  const payment: OrderPayment = {
    paymentId: event.paymentId,
    amount: fromMoney(event.amount).minor,
    tips: fromMoney(event.tips).minor,
    method: event.method,
    cardBrand: event.cardBrand,
    cardLast4: event.cardLast4,
    recordedAt: fromTimestamp(event.recordedAt) ?? new Date(),
    convenienceFee: fromMoney(event.convenienceFee).minor,
    convenienceFeeName: event.convenienceFeeName,
  };
  insertPayment(tx, order.orderId, payment);
  await storeOrder(tx, order, { ...order, payments: [...order.payments, payment] }, "payment");
});

const refundRecorded = consumer(RefundRecordedSchema, async (tx: Tx<DB>, event) => {
  const order = await lockOrder(tx.db, { orderId: event.orderId });
  if (!order || order.refunds.some((r) => r.refundId === event.refundId)) return;
  const { order: next, refund } = withRefund(order, {
    refundId: event.refundId,
    paymentId: event.paymentId,
    amount: fromMoney(event.amount).minor,
    method: event.method,
    reason: event.reason,
    recordedAt: fromTimestamp(event.recordedAt) ?? new Date(),
    orderLineItemId: event.orderLineItemId,
    convenienceFee: fromMoney(event.convenienceFee).minor,
    lowersBill: event.effect === RefundEffect.LOWER_BILL,
  });
  insertRefund(tx, order.orderId, refund);
  await storeOrder(tx, order, next, refund.lowered > 0n ? "refund that lowered the bill" : "refund");
});

const refundReversed = consumer(RefundReversedSchema, async (tx: Tx<DB>, event) => {
  const order = await lockOrder(tx.db, { orderId: event.orderId });
  if (!order?.refunds.some((r) => r.refundId === event.refundId)) return;
  deleteRefund(tx, order.orderId, event.refundId);
  const refunds = order.refunds.filter((r) => r.refundId !== event.refundId);
  await storeOrder(tx, order, { ...order, refunds }, "refund reversed");
});

const depositKept = consumer(DepositKeptSchema, async (tx: Tx<DB>, event) => {
  const order = await lockOrder(tx.db, { orderId: event.orderId });
  if (order) await storeOrder(tx, order, { ...order, kept: fromMoney(event.amount).minor }, "deposit kept");
});

export const moneyConsumers = [paymentRecorded, refundRecorded, refundReversed, depositKept];
