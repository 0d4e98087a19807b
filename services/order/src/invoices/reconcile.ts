import { type Ctx, fromMoney, fromTimestamp } from "@leashline/kit";
import { type Payment, PaymentStatus, RefundEffect, RefundStatus } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import { PaymentService } from "@leashline/proto/leashline/payment/v1/payment_service_pb.js";
import { command, query } from "../db.ts";
import { findOrder } from "../orders/order.store.ts";
import { type Order, type OrderPayment, type ToldRefund, withRefund } from "../orders/order.ts";
import { insertPayment, insertRefund } from "../orders/save-order.store.ts";
import { lockReached, mustReach, storeOrder } from "../orders/store-order.ts";

const paymentOf = (payment: Payment): OrderPayment => ({
  paymentId: payment.id,
  amount: fromMoney(payment.amount).minor,
  tips: fromMoney(payment.tipsBrought).minor,
  method: payment.method,
  cardBrand: payment.cardBrand,
  cardLast4: payment.cardLast4,
  recordedAt: fromTimestamp(payment.recordedAt) ?? new Date(),
  convenienceFee: fromMoney(payment.convenienceFee).minor,
  convenienceFeeName: payment.convenienceFeeName,
});

const refundsOf = (payment: Payment): ToldRefund[] =>
  payment.refunds
    .filter((refund) => refund.status === RefundStatus.CREATED)
    .map((refund) => ({
      refundId: refund.id,
      paymentId: payment.id,
      amount: fromMoney(refund.amount).minor,
      method: refund.method,
      reason: refund.reason,
      recordedAt: fromTimestamp(refund.recordedAt) ?? new Date(),
      orderLineItemId: refund.orderLineItemId,
      convenienceFee: fromMoney(refund.convenienceFee).minor,
      lowersBill: refund.effect === RefundEffect.LOWER_BILL,
    }));

// Everything payment has in its ledger for one order.
async function ledgerOf(ctx: Ctx, orderId: string): Promise<{ payments: OrderPayment[]; refunds: ToldRefund[] }> {
  const all: Payment[] = [];
  for (let pageToken = ""; ; ) {
    const page = await ctx.client(PaymentService).listPayments({ orderId, statuses: [PaymentStatus.COMPLETED], pageSize: 200, pageToken });
    all.push(...page.payments);
    pageToken = page.nextPageToken;
    if (!pageToken) return { payments: all.map(paymentOf), refunds: all.flatMap(refundsOf) };
  }
}

/** Brings an order to what payment's ledger has for it. */
export async function reconcile(ctx: Ctx, orderId: string): Promise<{ order: Order; changed: boolean }> {
  const ledger = await ledgerOf(ctx, orderId);
  const changed = await command(
    ctx,
    async (tx) => {
      const before = await lockReached(tx, { orderId, version: 0 });
      const payments = ledger.payments.filter((p) => !before.payments.some((known) => known.paymentId === p.paymentId));
      const refunds = ledger.refunds.filter((r) => !before.refunds.some((known) => known.refundId === r.refundId));
      for (const payment of payments) await insertPayment(tx.db, orderId, payment);
      let next: Order = { ...before, payments: [...before.payments, ...payments] };
      for (const told of refunds) {
        const { order, refund } = withRefund(next, told);
        await insertRefund(tx.db, orderId, refund);
        next = order;
      }
      return (await storeOrder(tx, before, next, "reconciled")).version !== before.version;
    },
    { step: "reconciled" },
  );
  return { order: mustReach(ctx, await query(ctx, (db) => findOrder(db, { orderId }))), changed };
}
