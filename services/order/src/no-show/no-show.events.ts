import { consumer, type Tx } from "@leashline/kit";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import {
  AppointmentChangedSchema,
  type AppointmentSnapshot,
  AppointmentStatusChangedSchema,
} from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import type { DB } from "../db.ts";
import { moneyMoved } from "../orders/order.ts";
import { moved } from "../orders/order-moves.ts";
import { storeOrder } from "../orders/store-order.ts";
import { lockNoShow } from "./no-show.store.ts";

/** A visit that came back costs no fee. What was paid stays, until somebody gives it back. */
async function giveUp(tx: Tx<DB>, visit: AppointmentSnapshot | undefined): Promise<void> {
  if (!visit || visit.status === AppointmentStatus.CANCELLED) return;
  const order = await lockNoShow(tx.db, visit.appointmentId);
  if (order?.state !== "open" || moneyMoved(order)) return;
  await storeOrder(tx, order, moved(order, "cancel", new Date()), "the visit came back");
}

export const noShowConsumers = [
  consumer(AppointmentChangedSchema, async (tx: Tx<DB>, event) => giveUp(tx, event.appointment), { apart: true }),
  consumer(AppointmentStatusChangedSchema, async (tx: Tx<DB>, event) => giveUp(tx, event.appointment), { apart: true }),
];
