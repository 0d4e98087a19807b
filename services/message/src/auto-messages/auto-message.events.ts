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
import { keepVisit, type Visit } from "../visits/visit.store.ts";
import { settingIn } from "./auto-message.store.ts";
import { planFollowUp, UseCase } from "./auto-message.ts";
import { replanVisit, scheduleFor } from "./reminder.ts";
import { sendByItself } from "./send.ts";

type Due = { appointmentId: string; useCase: UseCase; cause: string; expiresAt: string };

/** An automatic message that follows what happened to a visit. A job, because the client may have to be asked for. */
export const autoMessageJob = job<Due>("send-auto-message", {
  attempts: 6,
  run: async (ctx, due) => {
    if (Date.now() <= Date.parse(due.expiresAt)) await sendByItself(ctx, due);
  },
});

const HOUR = 3_600_000;
/** Somebody who drags a visit about tells the client once, where it ends up. */
const SETTLING_MS = 30_000;

async function tell(tx: MessageTx, visit: Visit, useCase: UseCase, delayMs = 0): Promise<void> {
  const expiresAt = new Date(Math.min(visit.start_at.getTime() + HOUR, Date.now() + 12 * HOUR));
  const key = `${visit.appointment_id}:${useCase}${delayMs > 0 ? "" : `:${visit.version}`}`;
  const payload = {
    appointmentId: visit.appointment_id,
    useCase,
    cause: `${visit.appointment_id}v${visit.version}`,
    expiresAt: expiresAt.toISOString(),
  };
  tx.schedule(autoMessageJob, { key, dueAt: new Date(Date.now() + delayMs), payload, businessId: visit.business_id });
}

const liesAhead = (visit: Visit): boolean => visit.start_at.getTime() > Date.now();

export const appointmentBooked = consumer<typeof AppointmentBookedSchema, DB>(AppointmentBookedSchema, async (tx, event, meta) => {
  if (!event.appointment) return;
  const kept = await keepVisit(tx.db, tx.ctx.companyId, event.appointment, meta.writtenAt);
  if (!kept) return;
  await replanVisit(tx, kept.visit);
  // One that came from a booking request is told of by the acceptance.
  if (!kept.visit.from_request && liesAhead(kept.visit)) await tell(tx, kept.visit, UseCase.BOOKED);
});

export const appointmentChanged = consumer<typeof AppointmentChangedSchema, DB>(AppointmentChangedSchema, async (tx, event, meta) => {
  if (!event.appointment) return;
  const kept = await keepVisit(tx.db, tx.ctx.companyId, event.appointment, event.rescheduled ? meta.writtenAt : null);
  if (!kept) return;
  const { before, visit } = kept;
  await replanVisit(tx, visit);
  const moved = before !== undefined && before.start_at.getTime() !== visit.start_at.getTime();
  if (moved && liesAhead(visit)) await tell(tx, visit, UseCase.RESCHEDULED, SETTLING_MS);
});

export const appointmentStatusChanged = consumer<typeof AppointmentStatusChangedSchema, DB>(
  AppointmentStatusChangedSchema,
  async (tx, event) => {
    if (!event.appointment) return;
    const kept = await keepVisit(tx.db, tx.ctx.companyId, event.appointment, null);
    if (!kept) return;
    const { visit } = kept;
    await replanVisit(tx, visit);
    if (visit.status === AppointmentStatus.READY_FOR_PICKUP) {
      const today = { ...visit, start_at: new Date(Math.max(visit.start_at.getTime(), Date.now())) };
      if (Date.now() - visit.end_at.getTime() < 24 * HOUR) await tell(tx, today, UseCase.READY_FOR_PICKUP);
    }
    await replanFollowUp(tx, visit, fromTimestamp(event.checkOutTime));
  },
);

async function replanFollowUp(tx: MessageTx, visit: Visit, finishedAt: Date | null): Promise<void> {
  const finished = visit.status === AppointmentStatus.FINISHED;
  const setting = await settingIn(tx.db, tx.ctx.companyId, visit.business_id, UseCase.FOLLOW_UP);
  const plan = finished ? planFollowUp(setting, finishedAt ?? new Date()) : null;
  await scheduleFor(tx, visit, UseCase.FOLLOW_UP, plan && plan.expiresAt.getTime() > Date.now() ? plan : null);
}

export const appointmentCancelled = consumer<typeof AppointmentCancelledSchema, DB>(AppointmentCancelledSchema, async (tx, event) => {
  if (!event.appointment) return;
  const kept = await keepVisit(tx.db, tx.ctx.companyId, event.appointment, null);
  if (!kept) return;
  await replanVisit(tx, kept.visit);
  // Who did not show up need not be told that the visit is off.
  if (event.noShow === 0 && liesAhead(kept.visit)) await tell(tx, kept.visit, UseCase.CANCELLED);
});
