import { consumer, fromMoney } from "@leashline/kit";
import { StaffChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import {
  AppointmentBookedSchema,
  AppointmentCancelledSchema,
  AppointmentChangedSchema,
  AppointmentStatusChangedSchema,
} from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import {
  OrderBalanceChangedSchema,
  OrderCancelledSchema,
  OrderChangedSchema,
  OrderCompletedSchema,
} from "@leashline/proto/leashline/order/v1/events_pb.js";
import { PaymentRecordedSchema, RefundRecordedSchema, RefundReversedSchema } from "@leashline/proto/leashline/payment/v1/events_pb.js";
import type { DB } from "../db.ts";
import { dropRefund, keepAppointment, keepMovement, keepOrder, keepStaff, keepTips } from "./facts.store.ts";

const noShow = 1;

/** Everything a report counts comes in here. */
export const factConsumers = [
  ...[AppointmentBookedSchema, AppointmentChangedSchema, AppointmentStatusChangedSchema].map((schema) =>
    consumer<typeof schema, DB>(schema, async (tx, { appointment }) => {
      if (appointment)
        await keepAppointment(tx, appointment, { cancelled: appointment.status === AppointmentStatus.CANCELLED, noShow: false });
    }),
  ),
  consumer<typeof AppointmentCancelledSchema, DB>(AppointmentCancelledSchema, async (tx, event) => {
    if (event.appointment) await keepAppointment(tx, event.appointment, { cancelled: true, noShow: event.noShow === noShow });
  }),
  ...[OrderChangedSchema, OrderBalanceChangedSchema, OrderCancelledSchema].map((schema) =>
    consumer<typeof schema, DB>(schema, async (tx, { order }) => {
      if (order) await keepOrder(tx, order);
      tx.notify("reporting.sales", order ? { businessId: order.businessId, dates: [order.businessDate] } : {});
    }),
  ),
  consumer<typeof OrderCompletedSchema, DB>(OrderCompletedSchema, async (tx, { order, tipShares }) => {
    if (!order) return;
    if (await keepOrder(tx, order)) await keepTips(tx, order.orderId, tipShares);
    tx.notify("reporting.sales", { businessId: order.businessId, dates: [order.businessDate] });
  }),
  consumer<typeof PaymentRecordedSchema, DB>(PaymentRecordedSchema, async (tx, event) => {
    await keepMovement(tx, { ...event, kind: "payment", id: event.paymentId, tips: fromMoney(event.tips).minor.toString() });
    tx.notify("reporting.sales", { businessId: event.businessId, dates: [event.businessDate] });
  }),
  consumer<typeof RefundRecordedSchema, DB>(RefundRecordedSchema, async (tx, event) => {
    await keepMovement(tx, { ...event, kind: "refund", id: event.refundId, tips: "0" });
    tx.notify("reporting.sales", { businessId: event.businessId, dates: [event.businessDate] });
  }),
  consumer<typeof RefundReversedSchema, DB>(RefundReversedSchema, async (tx, event) => {
    await dropRefund(tx, event.refundId);
    tx.notify("reporting.sales", { businessId: event.businessId });
  }),
  consumer<typeof StaffChangedSchema, DB>(StaffChangedSchema, async (tx, event) => {
    await keepStaff(tx, event.staffId, `${event.firstName} ${event.lastName}`.trim());
  }),
];
