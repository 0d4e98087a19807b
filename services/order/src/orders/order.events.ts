import { consumer, fromMoney, fromTimestamp, type Tx } from "@leashline/kit";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import {
  AppointmentBookedSchema,
  AppointmentCancelledSchema,
  AppointmentChangedSchema,
  type AppointmentSnapshot,
  AppointmentStatusChangedSchema,
} from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { PaymentRecordedSchema, RefundRecordedSchema, RefundReversedSchema } from "@leashline/proto/leashline/payment/v1/events_pb.js";
import type { DB } from "../db.gen.ts";
import { findBusiness, taxRules } from "../projections/projections.ts";
import { currentSetting } from "../settings/setting.store.ts";
import type { AppointmentLine } from "./appointment-lines.ts";
import { newOrder } from "./new-order.ts";
import { storeOrder } from "./order.change.ts";
import { moved, withAppointmentLines } from "./order.edits.ts";
import { lockOrder } from "./order.store.ts";
import type { Order } from "./order.ts";

const linesOf = (appointment: AppointmentSnapshot): AppointmentLine[] =>
  appointment.lines.map((line) => ({
    lineId: line.lineId,
    petId: line.petId,
    petName: line.petName,
    serviceId: line.serviceId,
    serviceName: line.serviceName,
    careType: line.careType,
    staffId: line.staffId,
    staffName: line.staffName,
    price: fromMoney(line.price).minor,
    taxId: line.taxId,
  }));

async function orderFor(tx: Tx<DB>, appointment: AppointmentSnapshot): Promise<Order> {
  const priced = appointment.lines.find((line) => line.price?.currencyCode)?.price;
  const currency = priced?.currencyCode ?? (await findBusiness(tx.db, appointment.businessId))?.currency ?? "USD";
  return newOrder({
    businessId: appointment.businessId,
    customerId: appointment.customerId,
    customerName: appointment.customerName,
    appointmentId: appointment.appointmentId,
    type: 1,
    currency,
    businessDate: appointment.date,
    setting: await currentSetting(tx.db),
  });
}

// What an appointment says about its order, apart from the lines.
const told = (order: Order, appointment: AppointmentSnapshot): Order => ({
  ...order,
  businessId: appointment.businessId,
  customerId: appointment.customerId,
  customerName: appointment.customerName,
  businessDate: appointment.date,
  appointmentStatus: appointment.status,
  appointmentVersion: appointment.version,
  appointmentLines: linesOf(appointment),
});

// A completed order is not touched; that it differs is marked, and reverting brings it up to date.
async function following(tx: Tx<DB>, order: Order): Promise<Order> {
  const wanted = withAppointmentLines(order, order.appointmentLines, await taxRules(tx.db, taxIds(order)));
  if (order.state === "open") return { ...wanted, appointmentDiffers: false };
  return { ...order, appointmentDiffers: wanted !== order };
}

const taxIds = (order: Order): string[] => order.appointmentLines.map((line) => line.taxId);

// The order comes back with its appointment, and closes with it.
function standing(order: Order, appointment: AppointmentSnapshot): Order {
  const cancelled = appointment.status === AppointmentStatus.CANCELLED;
  if (cancelled && order.state === "open") return moved(order, "cancel", new Date());
  if (!cancelled && order.state === "cancelled") return moved(order, "reopen", new Date());
  return order;
}

// One order per appointment, however often and in whatever form it is told of.
async function followAppointment(tx: Tx<DB>, appointment: AppointmentSnapshot | undefined, action: string): Promise<void> {
  if (!appointment) return;
  tx.lock([`appointment:${appointment.appointmentId}`]);
  const before = await lockOrder(tx, { appointmentId: appointment.appointmentId });
  if (before && appointment.version !== 0 && appointment.version < before.appointmentVersion) return;
  if (!before && appointment.status === AppointmentStatus.CANCELLED) return;
  const order = told(before ?? (await orderFor(tx, appointment)), appointment);
  await storeOrder(tx, before, await following(tx, standing(order, appointment)), action);
}

const booked = consumer(AppointmentBookedSchema, async (tx: Tx<DB>, event) => followAppointment(tx, event.appointment, "booked"));
const changed = consumer(AppointmentChangedSchema, async (tx: Tx<DB>, event) => followAppointment(tx, event.appointment, "appointment"));
const status = consumer(AppointmentStatusChangedSchema, async (tx: Tx<DB>, event) =>
  followAppointment(tx, event.appointment, "appointment status"),
);
const cancelled = consumer(AppointmentCancelledSchema, async (tx: Tx<DB>, event) => followAppointment(tx, event.appointment, "cancelled"));

const paymentRecorded = consumer(PaymentRecordedSchema, async (tx: Tx<DB>, event) => {
  const order = await lockOrder(tx, { orderId: event.orderId });
  if (!order || order.payments.some((p) => p.paymentId === event.paymentId)) return;
  const payment = {
    paymentId: event.paymentId,
    amount: fromMoney(event.amount).minor,
    tips: fromMoney(event.tips).minor,
    method: event.method,
    cardBrand: event.cardBrand,
    cardLast4: event.cardLast4,
    recordedAt: fromTimestamp(event.recordedAt) ?? new Date(),
  };
  await keepPayment(tx, order, payment);
  await storeOrder(tx, order, { ...order, payments: [...order.payments, payment] }, "payment");
});

const refundRecorded = consumer(RefundRecordedSchema, async (tx: Tx<DB>, event) => {
  const order = await lockOrder(tx, { orderId: event.orderId });
  if (!order || order.refunds.some((r) => r.refundId === event.refundId)) return;
  const refund = {
    refundId: event.refundId,
    paymentId: event.paymentId,
    amount: fromMoney(event.amount).minor,
    method: event.method,
    reason: event.reason,
    recordedAt: fromTimestamp(event.recordedAt) ?? new Date(),
  };
  await keepRefund(tx, order, refund);
  await storeOrder(tx, order, { ...order, refunds: [...order.refunds, refund] }, "refund");
});

const refundReversed = consumer(RefundReversedSchema, async (tx: Tx<DB>, event) => {
  const order = await lockOrder(tx, { orderId: event.orderId });
  if (!order?.refunds.some((r) => r.refundId === event.refundId)) return;
  await tx.db.deleteFrom("order_refund").where("order_id", "=", order.orderId).where("refund_id", "=", event.refundId).execute();
  const refunds = order.refunds.filter((r) => r.refundId !== event.refundId);
  await storeOrder(tx, order, { ...order, refunds }, "refund reversed");
});

export async function keepPayment(tx: Tx<DB>, order: Order, p: Order["payments"][number]): Promise<void> {
  await tx.db
    .insertInto("order_payment")
    .values({
      company_id: tx.ctx.companyId,
      order_id: order.orderId,
      payment_id: p.paymentId,
      amount: p.amount,
      tips: p.tips,
      method: p.method,
      card_brand: p.cardBrand,
      card_last4: p.cardLast4,
      recorded_at: p.recordedAt,
    })
    .execute();
}

export async function keepRefund(tx: Tx<DB>, order: Order, r: Order["refunds"][number]): Promise<void> {
  await tx.db
    .insertInto("order_refund")
    .values({
      company_id: tx.ctx.companyId,
      order_id: order.orderId,
      refund_id: r.refundId,
      payment_id: r.paymentId,
      amount: r.amount,
      method: r.method,
      reason: r.reason,
      recorded_at: r.recordedAt,
    })
    .execute();
}

// A completed order that is opened again takes the appointment's latest lines.
export const reopened = (tx: Tx<DB>, order: Order): Promise<Order> => following(tx, order);

export const orderConsumers = [booked, changed, status, cancelled, paymentRecorded, refundRecorded, refundReversed];
