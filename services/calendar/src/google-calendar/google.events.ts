import { consumer } from "@leashline/kit";
import {
  AppointmentBookedSchema,
  AppointmentCancelledSchema,
  AppointmentChangedSchema,
  type AppointmentSnapshot,
  AppointmentStatusChangedSchema,
} from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { staffOnLines } from "@leashline/proto/rules/line-staff.ts";
import type { CalendarTx } from "../db.ts";
import { tellGoogle } from "./google.jobs.ts";
import { linksOfAppointment } from "./link.store.ts";

type Told = { appointment?: AppointmentSnapshot | undefined };

/** The calendars that the appointment stands in, and those that it comes into, are brought up to date. */
async function follow(tx: CalendarTx, { appointment }: Told): Promise<void> {
  if (!appointment) return;
  const staffIds = staffOnLines(appointment.lines);
  for (const key of await linksOfAppointment(tx.db, appointment.appointmentId, appointment.businessId, staffIds)) tellGoogle(tx, key);
}

export const googleConsumers = [
  consumer(AppointmentBookedSchema, (tx: CalendarTx, event) => follow(tx, event)),
  consumer(AppointmentChangedSchema, (tx: CalendarTx, event) => follow(tx, event)),
  consumer(AppointmentCancelledSchema, (tx: CalendarTx, event) => follow(tx, event)),
  consumer(AppointmentStatusChangedSchema, (tx: CalendarTx, event) => follow(tx, event)),
];
