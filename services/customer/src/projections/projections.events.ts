import { consumer, type Tx } from "@leashline/kit";
import {
  AppointmentBookedSchema,
  AppointmentCancelledSchema,
  AppointmentChangedSchema,
  type AppointmentSnapshot,
  AppointmentStatusChangedSchema,
} from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import {
  OrderBalanceChangedSchema,
  OrderCancelledSchema,
  OrderChangedSchema,
  OrderCompletedSchema,
  type OrderSnapshot,
} from "@leashline/proto/leashline/order/v1/events_pb.js";
import type { DB } from "../db.ts";
import { recount } from "./appointment-passed.jobs.ts";
import { sumUp } from "./client-sums.ts";
import { appointmentIn, balanceIn } from "./projections.mapper.ts";
import { upsertAppointment, upsertBalance } from "./projections.store.ts";

async function keepAppointment(tx: Tx<DB>, appointment: AppointmentSnapshot | undefined, noShow: number | null = null): Promise<void> {
  if (!appointment || appointment.customerId === "0") return;
  if (await upsertAppointment(tx.db, appointmentIn(appointment, noShow))) tx.together(recount, appointment.customerId);
}

async function sumAndNotify(tx: Tx<DB>, clientIds: readonly string[]): Promise<void> {
  await sumUp(tx, clientIds);
  tx.notify("customer.client", { ids: [...new Set(clientIds)] });
}

async function keepBalance(tx: Tx<DB>, order: OrderSnapshot | undefined, cancelled?: boolean): Promise<void> {
  if (!order || order.customerId === "0") return;
  if (await upsertBalance(tx.db, balanceIn(order, cancelled))) tx.together(sumAndNotify, order.customerId);
}

export const projectionConsumers = [
  consumer(AppointmentBookedSchema, (tx: Tx<DB>, e) => keepAppointment(tx, e.appointment)),
  consumer(AppointmentChangedSchema, (tx: Tx<DB>, e) => keepAppointment(tx, e.appointment)),
  consumer(AppointmentStatusChangedSchema, (tx: Tx<DB>, e) => keepAppointment(tx, e.appointment)),
  consumer(AppointmentCancelledSchema, (tx: Tx<DB>, e) => keepAppointment(tx, e.appointment, e.noShow)),
  consumer(OrderChangedSchema, (tx: Tx<DB>, e) => keepBalance(tx, e.order)),
  consumer(OrderBalanceChangedSchema, (tx: Tx<DB>, e) => keepBalance(tx, e.order)),
  consumer(OrderCompletedSchema, (tx: Tx<DB>, e) => keepBalance(tx, e.order)),
  consumer(OrderCancelledSchema, (tx: Tx<DB>, e) => keepBalance(tx, e.order, true)),
];
