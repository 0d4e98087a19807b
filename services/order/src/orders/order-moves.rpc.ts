import { type Ctx, fail, fromMoney, fromTimestamp, type Impl } from "@leashline/kit";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import type { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { type Payment, PaymentStatus, RefundEffect, RefundStatus } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import { PaymentService } from "@leashline/proto/leashline/payment/v1/payment_service_pb.js";
import { command } from "../db.ts";
import { channelsOf } from "./checked-edit.ts";
import { toChannel, toOrder } from "./order.mapper.ts";
import { type Order, type OrderPayment, type ToldRefund, withRefund } from "./order.ts";
import { moved } from "./order-moves.ts";
import { insertPayment, insertRefund } from "./save-order.store.ts";
import { changeOrder, lockReached, storeOrder } from "./store-order.ts";

const paymentOf = (payment: Payment): OrderPayment => ({
  paymentId: payment.id,
  amount: fromMoney(payment.amount).minor,
  tips: fromMoney(payment.tips).minor,
  method: payment.method,
  cardBrand: payment.cardBrand,
  cardLast4: payment.cardLast4,
  recordedAt: fromTimestamp(payment.recordedAt) ?? new Date(),
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

function cancelled(order: Order): Order {
  if (order.appointmentId && order.appointmentStatus !== AppointmentStatus.CANCELLED)
    throw fail("STATE_CONFLICT", { message: "Cancel the appointment; its order is cancelled with it." });
  return moved(order, "cancel", new Date());
}

/** The RPCs that move an order from state to state, but for opening it again, which needs its lines. */
export const moveHandlers = {
  async completeOrder(req, ctx) {
    return await command(ctx, async (tx) => {
      const order = await changeOrder(tx, req, "completed", (before) => moved(before, "complete", new Date()));
      return { order: toOrder(order) };
    });
  },

  async cancelOrder(req, ctx) {
    return await command(ctx, async (tx) => {
      const order = await changeOrder(tx, req, "cancelled", cancelled);
      const channels = channelsOf(order, order.overpaid);
      return { order: toOrder(order), refundChannels: channels.map((channel) => toChannel(channel, order.currency)) };
    });
  },

  async reconcileOrder(req, ctx) {
    const ledger = await ledgerOf(ctx, req.orderId);
    return await command(ctx, async (tx) => {
      const before = await lockReached(tx, { orderId: req.orderId, version: 0 });
      const payments = ledger.payments.filter((p) => !before.payments.some((known) => known.paymentId === p.paymentId));
      const refunds = ledger.refunds.filter((r) => !before.refunds.some((known) => known.refundId === r.refundId));
      for (const payment of payments) await insertPayment(tx.db, req.orderId, payment);
      let next: Order = { ...before, payments: [...before.payments, ...payments] };
      for (const told of refunds) {
        const { order, refund } = withRefund(next, told);
        await insertRefund(tx.db, req.orderId, refund);
        next = order;
      }
      const order = await storeOrder(tx, before, next, "reconciled");
      return { order: toOrder(order), changed: order.version !== before.version };
    });
  },
} satisfies Partial<Impl<typeof OrderService>>;
