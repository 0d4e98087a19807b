import { type Ctx, fail, fromMoney, fromTimestamp, type Impl, mustBeCurrent } from "@leashline/kit";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import type { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { type Payment, PaymentStatus, RefundStatus } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import { PaymentService } from "@leashline/proto/leashline/payment/v1/payment_service_pb.js";
import { command } from "../db.ts";
import { changeOrder, mustReach, storeOrder } from "./order.change.ts";
import { channelsOf, moved } from "./order.edits.ts";
import { keepPayment, keepRefund, reopened } from "./order.events.ts";
import { lockOrder } from "./order.store.ts";
import type { GivenBack, Order, Paid } from "./order.ts";
import { channelMessage, orderMessage } from "./order.wire.ts";

type Handlers = Impl<typeof OrderService>;

const paidOf = (payment: Payment): Paid => ({
  paymentId: payment.id,
  amount: fromMoney(payment.amount).minor,
  tips: fromMoney(payment.tips).minor,
  method: payment.method,
  cardBrand: payment.cardBrand,
  cardLast4: payment.cardLast4,
  recordedAt: fromTimestamp(payment.recordedAt) ?? new Date(),
});

const backOf = (payment: Payment): GivenBack[] =>
  payment.refunds
    .filter((refund) => refund.status === RefundStatus.CREATED)
    .map((refund) => ({
      refundId: refund.id,
      paymentId: payment.id,
      amount: fromMoney(refund.amount).minor,
      method: refund.method,
      reason: refund.reason,
      recordedAt: fromTimestamp(refund.recordedAt) ?? new Date(),
    }));

// Everything payment has in its ledger for one order.
async function ledgerOf(ctx: Ctx, orderId: string): Promise<{ payments: Paid[]; refunds: GivenBack[] }> {
  const all: Payment[] = [];
  for (let pageToken = ""; ; ) {
    const page = await ctx.client(PaymentService).listPayments({ orderId, statuses: [PaymentStatus.COMPLETED], pageSize: 200, pageToken });
    all.push(...page.payments);
    pageToken = page.nextPageToken;
    if (!pageToken) return { payments: all.map(paidOf), refunds: all.flatMap(backOf) };
  }
}

export const moveHandlers = {
  completeOrder: async (req, ctx) =>
    command(ctx, async (tx) => {
      const change = { action: "completed", version: req.version };
      const order = await changeOrder(tx, req.orderId, change, (before) => moved(before, "complete", new Date()));
      return { order: orderMessage(order) };
    }),

  revertOrder: async (req, ctx) =>
    command(ctx, async (tx) => {
      const before = mustReach(ctx, await lockOrder(tx, { orderId: req.orderId }));
      mustBeCurrent(req.version, before.version);
      const open = await reopened(tx, moved(before, "revert", new Date()));
      return { order: orderMessage(await storeOrder(tx, before, open, "reverted")) };
    }),

  cancelOrder: async (req, ctx) =>
    command(ctx, async (tx) => {
      const order = await changeOrder(tx, req.orderId, { action: "cancelled", version: req.version }, (before) => {
        if (before.appointmentId && before.appointmentStatus !== AppointmentStatus.CANCELLED) {
          throw fail("STATE_CONFLICT", { message: "Cancel the appointment; its order is cancelled with it." });
        }
        return moved(before, "cancel", new Date());
      });
      const channels = channelsOf(order, order.overpaid);
      return { order: orderMessage(order), refundChannels: channels.map((channel) => channelMessage(channel, order.currency)) };
    }),

  reconcileOrder: async (req, ctx) => {
    const ledger = await ledgerOf(ctx, req.orderId);
    return await command(ctx, async (tx) => {
      const before = mustReach(ctx, await lockOrder(tx, { orderId: req.orderId }));
      const payments = ledger.payments.filter((p) => !before.payments.some((known) => known.paymentId === p.paymentId));
      const refunds = ledger.refunds.filter((r) => !before.refunds.some((known) => known.refundId === r.refundId));
      for (const payment of payments) await keepPayment(tx, before, payment);
      for (const refund of refunds) await keepRefund(tx, before, refund);
      const next: Order = { ...before, payments: [...before.payments, ...payments], refunds: [...before.refunds, ...refunds] };
      const order = await storeOrder(tx, before, next, "reconciled");
      return { order: orderMessage(order), changed: order.version !== before.version };
    });
  },
} satisfies Partial<Handlers>;
