import { consumer, type Tx } from "@leashline/kit";
import { StaffChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
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
  type OrderSnapshot,
} from "@leashline/proto/leashline/order/v1/events_pb.js";
import { OrderStatus } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { PaymentRecordedSchema, RefundRecordedSchema, RefundReversedSchema } from "@leashline/proto/leashline/payment/v1/events_pb.js";
import type { DB } from "../db.ts";
import { dropMovement, keepMovement, keepOrder, keepStaff, keepTips, keepVisit } from "./facts.store.ts";
import { nameOf, orderFacts, paymentFacts, refundFacts, tipFacts, visitFacts } from "./facts.ts";

const changed = (tx: Tx<DB>, { businessId, businessDate }: { businessId: string; businessDate: string }): void =>
  tx.notify("reporting.sales", { businessId, dates: [businessDate] });

async function heard(tx: Tx<DB>, order: OrderSnapshot | undefined): Promise<void> {
  if (!order) return;
  // An order that is opened again takes its tips back from those it gave them to.
  if ((await keepOrder(tx, orderFacts(order))) && order.status !== OrderStatus.COMPLETED) await keepTips(tx, order.orderId, []);
  changed(tx, order);
}

/** Everything a report counts comes in here. */
export const factConsumers = [
  ...[AppointmentBookedSchema, AppointmentChangedSchema, AppointmentStatusChangedSchema].map((schema) =>
    consumer<typeof schema, DB>(schema, async (tx, { appointment }) => {
      if (appointment) keepVisit(tx, visitFacts(appointment, 0));
    }),
  ),
  consumer<typeof AppointmentCancelledSchema, DB>(AppointmentCancelledSchema, async (tx, { appointment, noShow }) => {
    if (appointment) keepVisit(tx, visitFacts(appointment, noShow));
  }),
  ...[OrderChangedSchema, OrderBalanceChangedSchema, OrderCancelledSchema].map((schema) =>
    consumer<typeof schema, DB>(schema, async (tx, { order }) => heard(tx, order)),
  ),
  consumer<typeof OrderCompletedSchema, DB>(OrderCompletedSchema, async (tx, { order, tipShares }) => {
    if (!order) return;
    if (await keepOrder(tx, orderFacts(order))) await keepTips(tx, order.orderId, tipFacts(tipShares));
    changed(tx, order);
  }),
  consumer<typeof PaymentRecordedSchema, DB>(PaymentRecordedSchema, async (tx, event) => {
    await keepMovement(tx, paymentFacts(event));
    changed(tx, event);
  }),
  consumer<typeof RefundRecordedSchema, DB>(RefundRecordedSchema, async (tx, event) => {
    await keepMovement(tx, refundFacts(event));
    changed(tx, event);
  }),
  consumer<typeof RefundReversedSchema, DB>(RefundReversedSchema, async (tx, event) => {
    // A refund that failed after all took nothing back.
    await dropMovement(tx, { kind: "refund", id: event.refundId });
    tx.notify("reporting.sales", { businessId: event.businessId });
  }),
  consumer<typeof StaffChangedSchema, DB>(StaffChangedSchema, async (tx, event) => {
    await keepStaff(tx, event.staffId, nameOf(event));
  }),
];
