import { type Ctx, fromMoney, fromTimestamp, type Tx } from "@leashline/kit";
import { type Payment, PaymentStatus, RefundEffect, RefundStatus } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import { PaymentService } from "@leashline/proto/leashline/payment/v1/payment_service_pb.js";
import { command, type DB, query } from "../db.ts";
import { findOrder } from "../orders/order.store.ts";
import { type Order, type OrderPayment, type ToldRefund, withRefund } from "../orders/order.ts";
import { insertPayment, insertRefund, updatePaymentFee, updateRefundFee } from "../orders/save-order.store.ts";
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

type Ledger = { payments: OrderPayment[]; refunds: ToldRefund[] };

// Everything payment has in its ledger for one order.
async function ledgerOf(ctx: Ctx, orderId: string): Promise<Ledger> {
  const all: Payment[] = [];
  for (let pageToken = ""; ; ) {
    const page = await ctx.client(PaymentService).listPayments({ orderId, statuses: [PaymentStatus.COMPLETED], pageSize: 200, pageToken });
    all.push(...page.payments);
    pageToken = page.nextPageToken;
    if (!pageToken) return { payments: all.map(paymentOf), refunds: all.flatMap(refundsOf) };
  }
}

/** What is known already, with its fees as the ledger has them: an older version of this service did not write them down. */
async function withFees(tx: Tx<DB>, order: Order, ledger: Ledger): Promise<Order> {
  const { orderId } = order;
  const payments = order.payments.map((one) => {
    const { convenienceFee, convenienceFeeName } = ledger.payments.find(({ paymentId }) => paymentId === one.paymentId) ?? one;
    return { ...one, convenienceFee, convenienceFeeName };
  });
  const refunds = order.refunds.map((one) => {
    const { convenienceFee } = ledger.refunds.find(({ refundId }) => refundId === one.refundId) ?? one;
    return { ...one, convenienceFee };
  });
  for (const [i, one] of payments.entries())
    if (one.convenienceFee !== order.payments[i]?.convenienceFee || one.convenienceFeeName !== order.payments[i]?.convenienceFeeName)
      updatePaymentFee(tx, orderId, one);
  for (const [i, one] of refunds.entries()) if (one.convenienceFee !== order.refunds[i]?.convenienceFee) updateRefundFee(tx, orderId, one);
  return { ...order, payments, refunds };
}

/** Brings an order to what payment's ledger has for it. */
export async function reconcile(ctx: Ctx, orderId: string): Promise<{ order: Order; changed: boolean }> {
  const ledger = await ledgerOf(ctx, orderId);
  let stored: Order | undefined;
  const changed = await command(
    ctx,
    async (tx) => {
      const before = await lockReached(tx, { orderId, version: 0 });
      const payments = ledger.payments.filter((p) => !before.payments.some((known) => known.paymentId === p.paymentId));
      const refunds = ledger.refunds.filter((r) => !before.refunds.some((known) => known.refundId === r.refundId));
      for (const payment of payments) insertPayment(tx, orderId, payment);
      const known = await withFees(tx, before, ledger);
      let next: Order = { ...known, payments: [...known.payments, ...payments] };
      for (const told of refunds) {
        const { order, refund } = withRefund(next, told);
        insertRefund(tx, orderId, refund);
        next = order;
      }
      stored = await storeOrder(tx, before, next, "reconciled");
      return stored.version !== before.version;
    },
    { step: "reconciled" },
  );
  // Under a key that was used before, nothing is stored again.
  const order = stored ?? mustReach(ctx, await query(ctx, (db) => findOrder(db, { orderId })));
  return { order, changed };
}
