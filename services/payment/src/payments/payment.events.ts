import { consumer, fromMoney, type Tx } from "@leashline/kit";
import { AppointmentCancelledSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { OrderCancelledSchema, OrderChangedSchema, type OrderSnapshot } from "@leashline/proto/leashline/order/v1/events_pb.js";
import { OrderStatus } from "@leashline/proto/leashline/order/v1/order_pb.js";
import type { DB } from "../db.gen.ts";
import { factsOf, hearOfOrder } from "./account.store.ts";
import { beginOrderRefund } from "./begin-refund.ts";
import { lockPaymentsOf } from "./payment.store.ts";
import { refundable } from "./payment.wire.ts";
import { settleRefund } from "./settle.job.ts";

async function heard(tx: Tx<DB>, order: OrderSnapshot | undefined): Promise<void> {
  if (!order) return;
  await hearOfOrder(tx, {
    orderId: order.orderId,
    businessId: order.businessId,
    customerId: order.customerId,
    appointmentId: order.appointmentId,
    currency: fromMoney(order.total).currency,
    businessDate: order.businessDate,
    facts: factsOf({ ...order, cancelled: order.status === OrderStatus.CANCELLED }),
  });
}

const orderChanged = consumer(OrderChangedSchema, async (tx: Tx<DB>, event) => heard(tx, event.order));
const orderCancelled = consumer(OrderCancelledSchema, async (tx: Tx<DB>, event) => heard(tx, event.order));

// Whoever cancelled asked for what was paid to go back: cash is entered, cards are sent off at once.
const appointmentCancelled = consumer(AppointmentCancelledSchema, async (tx: Tx<DB>, event) => {
  const { appointment } = event;
  if (!event.autoRefundOrder || !appointment) return;
  const account = await tx.db
    .selectFrom("orderAccount")
    .select("orderId")
    .where("appointmentId", "=", appointment.appointmentId)
    .executeTakeFirst();
  if (!account) return;
  const held = (await lockPaymentsOf(tx, account.orderId)).reduce((sum, payment) => sum + refundable(payment), 0n);
  if (held === 0n) return;
  const refunds = await beginOrderRefund(tx, account.orderId, null, event.cancelReason || "Appointment cancelled");
  for (const refund of refunds.filter((row) => row.state === "processing")) {
    tx.schedule(settleRefund, {
      key: refund.refundId,
      dueAt: new Date(),
      payload: { refundId: refund.refundId },
      businessId: appointment.businessId,
    });
  }
});

export const paymentConsumers = [orderChanged, orderCancelled, appointmentCancelled];
