import { consumer, fromTimestamp, type Tx } from "@leashline/kit";
import {
  AppointmentBookedSchema,
  AppointmentCancelledSchema,
  AppointmentChangedSchema,
  type AppointmentSnapshot,
  AppointmentStatusChangedSchema,
} from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import type { DB } from "../db.ts";
import { heardBefore, rememberBooked } from "./booked.store.ts";

const finished = 3;
const cancelled = 4;

/** What an appointment names now. One that is finished or cancelled stands in nobody's way. */
async function remember(tx: Tx<DB>, appointment: AppointmentSnapshot | undefined, gone = false): Promise<void> {
  if (!appointment || (await heardBefore(tx.db, appointment.appointmentId, appointment.version))) return;
  const over = gone || appointment.status === finished || appointment.status === cancelled;
  rememberBooked(tx, {
    appointmentId: appointment.appointmentId,
    endsAt: fromTimestamp(appointment.endAt) ?? new Date(0),
    serviceIds: over ? [] : [...new Set(appointment.lines.map((line) => line.serviceId))].filter((id) => id !== "0"),
  });
}

export const bookedConsumers = [
  consumer<typeof AppointmentBookedSchema, DB>(AppointmentBookedSchema, (tx, event) => remember(tx, event.appointment)),
  consumer<typeof AppointmentChangedSchema, DB>(AppointmentChangedSchema, (tx, event) => remember(tx, event.appointment)),
  consumer<typeof AppointmentStatusChangedSchema, DB>(AppointmentStatusChangedSchema, (tx, event) => remember(tx, event.appointment)),
  consumer<typeof AppointmentCancelledSchema, DB>(AppointmentCancelledSchema, (tx, event) => remember(tx, event.appointment, true)),
];
