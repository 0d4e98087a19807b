import { type Ctx, job } from "@leashline/kit";
import { type MessageTx, query } from "../db.ts";
import { findAppointment } from "../projections/appointment.store.ts";
import { type Appointment, isAhead } from "../projections/appointment.ts";
import { findBusiness } from "../projections/business.store.ts";
import { listSettings } from "./auto-message.store.ts";
import { mayRemind, type Plan, planReminder, type Setting, UseCase } from "./auto-message.ts";
import { dueTime } from "./reminder.store.ts";
import { sendByItself } from "./send.ts";

type Due = { appointmentId: string; useCase: UseCase; expiresAt: string; startAt: string };

/** A reminder whose time has come: looked at once more, then sent or let go. */
export const reminderJob = job<Due>("send-reminder", {
  attempts: 6,
  run: async (ctx, due, tried) => {
    const reason = await query(ctx, async (db) => whyNot(await findAppointment(db, due.appointmentId), due));
    if (reason) return void ctx.runtime.log.info({ appointmentId: due.appointmentId, reason }, "a reminder was not sent");
    await sendByItself(ctx, { appointmentId: due.appointmentId, useCase: due.useCase, cause: causeOf(due) }, tried);
  },
});

const causeOf = ({ appointmentId, startAt }: Pick<Due, "appointmentId" | "startAt">): string => `${appointmentId}@${startAt}`;
/** Names the reminders of an appointment while it stays where it is. */
export const reminderCause = ({ appointmentId, startAt }: Appointment): string =>
  causeOf({ appointmentId, startAt: startAt.toISOString() });

/** Why an appointment that has not moved is not reminded of; empty where it is. */
export function whyNoReminder(appointment: Appointment): string {
  if (!isAhead(appointment)) return "the visit is over or cancelled";
  return mayRemind(appointment.status) ? "" : "the client has confirmed";
}

function whyNot(appointment: Appointment | undefined, due: Due): string {
  if (!appointment) return "the visit is not known";
  if (Date.now() > Date.parse(due.expiresAt)) return "it is too late for it";
  if (appointment.startAt.toISOString() !== due.startAt) return "the visit has moved";
  if (due.useCase === UseCase.FOLLOW_UP) return "";
  return whyNoReminder(appointment);
}

const keyOf = (appointmentId: string, useCase: UseCase): string => `${appointmentId}:${useCase}`;

export function scheduleFor(tx: MessageTx, appointment: Appointment, useCase: UseCase, plan: Plan | null): void {
  const key = keyOf(appointment.appointmentId, useCase);
  if (!plan) {
    tx.unschedule(reminderJob, key);
    return;
  }
  const payload = {
    appointmentId: appointment.appointmentId,
    useCase,
    expiresAt: plan.expiresAt.toISOString(),
    startAt: appointment.startAt.toISOString(),
  };
  tx.schedule(reminderJob, { key, dueAt: plan.dueAt, payload, businessId: appointment.businessId });
}

type Rules = { zone: string | undefined; settings: Setting[] };

const isReminder = ({ useCase }: Setting): boolean => useCase === UseCase.FIRST_REMINDER || useCase === UseCase.SECOND_REMINDER;

export async function rulesOf(tx: MessageTx, businessId: string): Promise<Rules> {
  const business = await findBusiness(tx.db, businessId);
  return { zone: business?.zone, settings: await listSettings(tx.db, businessId) };
}

/** Puts an appointment's reminders where they belong now, or takes them away; of a new one there is none to be taken. */
export function place(tx: MessageTx, appointment: Appointment, { zone, settings }: Rules, isNew = false): void {
  for (const setting of settings.filter(isReminder)) {
    // Until the business is known there is no local time to plan by; its event plans anew.
    const plan = zone ? planReminder(setting, appointment, zone) : null;
    if (plan || !isNew) scheduleFor(tx, appointment, setting.useCase, plan);
  }
}

/** When the stored schedule will send a reminder; null when it will not. */
export const dueTimeOf = (ctx: Ctx, appointmentId: string, useCase: UseCase): Promise<Date | null> =>
  query(ctx, (db) => dueTime(db, reminderJob.name, keyOf(appointmentId, useCase)));
