import { consumer, type Tx } from "@leashline/kit";
import { AppointmentCancelledSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import type { DB } from "../db.ts";
import { orderOfAppointment } from "../ledger/order-account.store.ts";
import { beginOrderRefund, lockHeld } from "./begin-refund.ts";
import { settleRefund } from "./refund.jobs.ts";

/**
 * Whoever cancelled asked for what was paid to go back: cash is entered, cards are refunded at once. The bill stays as it is, for a cancelled order owes nothing and
 * one that comes back owes it again.
 */
const appointmentCancelled = consumer(AppointmentCancelledSchema, async (tx: Tx<DB>, { autoRefundOrder, appointment, cancelReason }) => {
  if (!autoRefundOrder || !appointment) return;
  const orderId = await orderOfAppointment(tx.db, appointment.appointmentId);
  if (!orderId || (await lockHeld(tx, orderId)).held === 0n) return;
  const terms = { reason: cancelReason || "Appointment cancelled", effect: "stillOwed", orderLineItemId: "0" } as const;
  const refunds = await beginOrderRefund(tx, orderId, { amount: null, way: "original" }, terms);
  for (const { refundId } of refunds.filter((refund) => refund.state === "processing")) {
    tx.schedule(settleRefund, { key: refundId, dueAt: new Date(), payload: { refundId }, businessId: appointment.businessId });
  }
});

export const refundConsumers = [appointmentCancelled];
