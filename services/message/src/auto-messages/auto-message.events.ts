import { consumer, fromTimestamp, job } from "@leashline/kit";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import {
  AppointmentBookedSchema,
  AppointmentCancelledSchema,
  AppointmentChangedSchema,
  AppointmentStatusChangedSchema,
} from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import type { DB } from "../db.gen.ts";
import type { MessageTx } from "../db.ts";
import { upsertAppointment } from "../projections/appointment.store.ts";
import type { Appointment } from "../projections/appointment.ts";
import { findSetting } from "./auto-message.store.ts";
import { planFollowUp, UseCase } from "./auto-message.ts";
import { replanAppointment, scheduleFor } from "./reminder.ts";
import { sendByItself } from "./send.ts";

type Due = { appointmentId: string; useCase: UseCase; cause: string; expiresAt: string };

/** An automatic message that follows what happened to an appointment. A job, because the client may have to be asked for. */
export const autoMessageJob = job<Due>("send-auto-message", {
  attempts: 6,
  run: async (ctx, due) => {
    if (Date.now() <= Date.parse(due.expiresAt)) await sendByItself(ctx, due);
  },
});

const HOUR = 3_600_000;
/** Somebody who drags an appointment about tells the client once, where it ends up. */
const SETTLING_MS = 30_000;

async function schedule(tx: MessageTx, appointment: Appointment, useCase: UseCase, delayMs = 0): Promise<void> {
  const expiresAt = new Date(Math.min(appointment.startAt.getTime() + HOUR, Date.now() + 12 * HOUR));
  const key = `${appointment.appointmentId}:${useCase}${delayMs > 0 ? "" : `:${appointment.version}`}`;
  const payload = {
    appointmentId: appointment.appointmentId,
    useCase,
    cause: `${appointment.appointmentId}v${appointment.version}`,
    expiresAt: expiresAt.toISOString(),
  };
  tx.schedule(autoMessageJob, { key, dueAt: new Date(Date.now() + delayMs), payload, businessId: appointment.businessId });
}

const liesAhead = (appointment: Appointment): boolean => appointment.startAt.getTime() > Date.now();

export const appointmentBooked = consumer<typeof AppointmentBookedSchema, DB>(AppointmentBookedSchema, async (tx, event, meta) => {
  if (!event.appointment) return;
  const kept = await upsertAppointment(tx.db, event.appointment, meta.writtenAt);
  if (!kept) return;
  await replanAppointment(tx, kept.appointment);
  // One that came from a booking request is told of by the acceptance.
  if (!kept.appointment.fromRequest && liesAhead(kept.appointment)) await schedule(tx, kept.appointment, UseCase.BOOKED);
});

export const appointmentChanged = consumer<typeof AppointmentChangedSchema, DB>(AppointmentChangedSchema, async (tx, event, meta) => {
  if (!event.appointment) return;
  const kept = await upsertAppointment(tx.db, event.appointment, event.rescheduled ? meta.writtenAt : null);
  if (!kept) return;
  const { before, appointment } = kept;
  await replanAppointment(tx, appointment);
  const moved = before !== undefined && before.startAt.getTime() !== appointment.startAt.getTime();
  if (moved && liesAhead(appointment)) await schedule(tx, appointment, UseCase.RESCHEDULED, SETTLING_MS);
});

export const appointmentStatusChanged = consumer<typeof AppointmentStatusChangedSchema, DB>(
  AppointmentStatusChangedSchema,
  async (tx, event) => {
    if (!event.appointment) return;
    const kept = await upsertAppointment(tx.db, event.appointment, null);
    if (!kept) return;
    const { appointment } = kept;
    await replanAppointment(tx, appointment);
    if (appointment.status === AppointmentStatus.READY_FOR_PICKUP) {
      const today = { ...appointment, startAt: new Date(Math.max(appointment.startAt.getTime(), Date.now())) };
      if (Date.now() - appointment.endAt.getTime() < 24 * HOUR) await schedule(tx, today, UseCase.READY_FOR_PICKUP);
    }
    await replanFollowUp(tx, appointment, fromTimestamp(event.checkOutTime));
  },
);

async function replanFollowUp(tx: MessageTx, appointment: Appointment, finishedAt: Date | null): Promise<void> {
  const finished = appointment.status === AppointmentStatus.FINISHED;
  const setting = await findSetting(tx.db, appointment.businessId, UseCase.FOLLOW_UP);
  const plan = finished ? planFollowUp(setting, finishedAt ?? new Date()) : null;
  await scheduleFor(tx, appointment, UseCase.FOLLOW_UP, plan && plan.expiresAt.getTime() > Date.now() ? plan : null);
}

export const appointmentCancelled = consumer<typeof AppointmentCancelledSchema, DB>(AppointmentCancelledSchema, async (tx, event) => {
  if (!event.appointment) return;
  const kept = await upsertAppointment(tx.db, event.appointment, null);
  if (!kept) return;
  await replanAppointment(tx, kept.appointment);
  // Who did not show up need not be told that the appointment is off.
  if (event.noShow === 0 && liesAhead(kept.appointment)) await schedule(tx, kept.appointment, UseCase.CANCELLED);
});
