import { consumer, fromTimestamp } from "@leashline/kit";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import {
  AppointmentBookedSchema,
  AppointmentCancelledSchema,
  AppointmentChangedSchema,
  AppointmentStatusChangedSchema,
} from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import type { DB } from "../db.gen.ts";
import type { MessageTx } from "../db.ts";
import { findAppointment, type Previous, upsertAppointment } from "../projections/appointment.store.ts";
import type { Appointment } from "../projections/appointment.ts";
import { planFollowUp, UseCase } from "./auto-message.ts";
import type { Known } from "./facts.store.ts";
import { follow, type News } from "./follow.ts";
import { scheduleFor } from "./reminder.ts";

const HOUR = 3_600_000;
/** Somebody who drags an appointment about tells the client once, where it ends up. */
const SETTLING_MS = 30_000;
/** Who marked the wrong pet ready, or too early, has this long to take it back before the client is texted. */
const READY_MS = 60_000;

/** What the client gets to read; nothing of what has been over for an hour. */
function about({ startAt }: Pick<Appointment, "startAt">, useCase: UseCase, delayMs = 0): NonNullable<News["message"]> {
  return { useCase, delayMs, expiresAt: new Date(Math.min(startAt.getTime() + HOUR, Date.now() + 12 * HOUR)) };
}

/** Where its client last heard it was: moved on before they were told, it still comes from there. */
function previousOf(before: Appointment, now: Date): Previous {
  const untold = before.movedAt !== null && now.getTime() - before.movedAt.getTime() < SETTLING_MS;
  const { previousDate, previousStart } = before;
  const known = untold && previousDate !== null && previousStart !== null ? { previousDate, previousStart } : null;
  return { ...(known ?? { previousDate: before.date, previousStart: before.startTime }), movedAt: now };
}

const liesAhead = (appointment: Appointment): boolean => appointment.startAt.getTime() > Date.now();

/** Each has a row of its own; what follows from them is done together at the end. */
const apart = { apart: true };

export const appointmentBooked = consumer<typeof AppointmentBookedSchema, DB>(
  AppointmentBookedSchema,
  async (tx, event, meta) => {
    if (!event.appointment) return;
    const kept = await upsertAppointment(tx.db, event.appointment, meta.writtenAt);
    if (!kept) return;
    const { appointment } = kept;
    // One that came from a booking request is told of by the acceptance.
    const isTold = !appointment.fromRequest && !event.appointment.toldWithAnother && liesAhead(appointment);
    follow(tx, { ...kept, ...(isTold ? { message: about(appointment, UseCase.BOOKED) } : {}) });
  },
  apart,
);

export const appointmentChanged = consumer<typeof AppointmentChangedSchema, DB>(
  AppointmentChangedSchema,
  async (tx, event, meta) => {
    if (!event.appointment) return;
    const before = await findAppointment(tx.db, event.appointment.appointmentId);
    const moved = before !== undefined && before.startAt.getTime() !== fromTimestamp(event.appointment.startAt)?.getTime();
    const previous = moved ? previousOf(before, new Date()) : undefined;
    const kept = await upsertAppointment(tx.db, event.appointment, event.rescheduled ? meta.writtenAt : null, previous);
    if (!kept) return;
    const { appointment } = kept;
    const isTold = moved && !event.appointment.toldWithAnother && liesAhead(appointment);
    follow(tx, { ...kept, ...(isTold ? { message: about(appointment, UseCase.RESCHEDULED, SETTLING_MS) } : {}) });
  },
  apart,
);

export const appointmentStatusChanged = consumer<typeof AppointmentStatusChangedSchema, DB>(
  AppointmentStatusChangedSchema,
  async (tx, event) => {
    if (!event.appointment) return;
    const kept = await upsertAppointment(tx.db, event.appointment, null);
    if (!kept) return;
    const { appointment } = kept;
    const isReady = appointment.status === AppointmentStatus.READY_FOR_PICKUP && Date.now() - appointment.endAt.getTime() < 24 * HOUR;
    const startAt = new Date(Math.max(appointment.startAt.getTime(), Date.now()));
    const finishedAt = fromTimestamp(event.checkOutTime) ?? new Date();
    follow(tx, {
      ...kept,
      ...(isReady ? { message: about({ startAt }, UseCase.READY_FOR_PICKUP, READY_MS) } : {}),
      plan: (inner, known) => placeFollowUp(inner, appointment, known, finishedAt),
    });
  },
  apart,
);

function placeFollowUp(tx: MessageTx, appointment: Appointment, known: Known, finishedAt: Date): void {
  const finished = appointment.status === AppointmentStatus.FINISHED;
  const setting = known.settingsOf(appointment.businessId).find(({ useCase }) => useCase === UseCase.FOLLOW_UP);
  const plan = finished && setting ? planFollowUp(setting, finishedAt) : null;
  scheduleFor(tx, appointment, UseCase.FOLLOW_UP, plan && plan.expiresAt.getTime() > Date.now() ? plan : null);
}

export const appointmentCancelled = consumer<typeof AppointmentCancelledSchema, DB>(
  AppointmentCancelledSchema,
  async (tx, event) => {
    if (!event.appointment) return;
    const kept = await upsertAppointment(tx.db, event.appointment, null);
    if (!kept) return;
    // Who did not show up need not be told that the appointment is off.
    const isTold = event.noShow === 0 && !event.appointment.toldWithAnother && liesAhead(kept.appointment);
    follow(tx, { ...kept, ...(isTold ? { message: about(kept.appointment, UseCase.CANCELLED) } : {}) });
  },
  apart,
);
