import { job } from "@leashline/kit";
import { command, type Db, type MessageTx, query } from "../db.ts";
import { findAppointment, lockAppointments, planAppointments, readHeard } from "../projections/appointment.store.ts";
import type { Appointment } from "../projections/appointment.ts";
import type { CanceledFrom, Said } from "../projections/appointments.ts";
import { unkeyed } from "../sending/deliver.ts";
import { dispatch } from "../sending/dispatch.ts";
import { findSetting, waitsForAnother } from "./auto-message.store.ts";
import { isOver, isStillSo, UseCase } from "./auto-message.ts";
import { type Known, readKnown } from "./facts.store.ts";
import { dueTime } from "./reminder.store.ts";
import { place } from "./reminder.ts";
import { type AboutAppointment, outgoingFrom, sendByItself } from "./send.ts";

type Due = Pick<AboutAppointment, "appointmentId" | "useCase" | "cause" | "heard" | "said"> & { expiresAt: string };
/** By then the text that waited is out or dropped. */
const AFTER_IT_MS = 120_000;

/**
 * An automatic message that goes out later, or for which somebody has to be asked first. Of several appointments that one act was about the client hears once; where
 * that text waits for the morning and its own appointment is put back meanwhile, another one's goes out.
 */
export const autoMessageJob = job<Due>("send-auto-message", {
  attempts: 6,
  run: async (ctx, due, tried) => {
    if (Date.now() > Date.parse(due.expiresAt)) return;
    const { said, ...about } = due;
    await sendByItself(ctx, said && (await query(ctx, (db) => hearsOfMove(db, due))) ? { ...about, said } : about, tried);
    // What is about this appointment alone has a cause of its own.
    const another = due.cause.startsWith(`${due.appointmentId}v`) ? undefined : await query(ctx, (db) => waitsForAnother(db, due));
    if (another) await command(unkeyed(ctx), async (tx) => lookAgain(tx, due, another));
  },
});

/** Whether a message of its own will say where the appointment moved since: then this one says where it moved from. */
async function hearsOfMove(db: Db, { appointmentId }: Due): Promise<boolean> {
  const appointment = await findAppointment(db, appointmentId);
  if (!appointment || isOver(appointment, UseCase.RESCHEDULED)) return false;
  const { isEnabled } = await findSetting(db, appointment.businessId, UseCase.RESCHEDULED);
  return isEnabled && (await dueTime(db, autoMessageJob.name, `${appointmentId}:${UseCase.RESCHEDULED}`)) !== null;
}

function lookAgain(tx: MessageTx, due: Due, { waitUntil, businessId }: { waitUntil: Date; businessId: string }): void {
  const at = waitUntil.getTime() + AFTER_IT_MS;
  const payload = { ...due, expiresAt: new Date(at + 60 * 60_000).toISOString() };
  tx.schedule(autoMessageJob, { key: `${due.appointmentId}:${due.useCase}:again`, dueAt: new Date(at), payload, businessId });
}

/** The message that its client gets, and after how long; once for its cause, which is otherwise this version of the appointment. */
export type Message = { useCase: UseCase; delayMs: number; expiresAt: Date; cause?: string; heard?: AboutAppointment["heard"] };
/** Of a cancellation it is said by what the client heard of the appointment before. */
export type OfCancellation = (from: CanceledFrom) => Message | undefined;

/** What follows from an appointment that changed, besides its reminders. */
export type News = {
  said: Said;
  /** It was not known before. */
  isNew?: boolean;
  /** When it was booked, or moved. */
  plannedAt?: Date;
  message?: Message | OfCancellation;
  plan?: (tx: MessageTx, appointment: Appointment, known: Known) => void;
  /** A newer event came before this one. */
  late?: boolean;
};

/** Reminders are put where they belong and messages go out; for all appointments of a transaction with one read. */
export const follow = (tx: MessageTx, news: News): void => tx.together(followAll, news);

async function followAll(tx: MessageTx, all: News[]): Promise<void> {
  const ids = (of: "appointmentId" | "businessId" | "customerId") => [...new Set(all.map(({ said }) => said[of]))];
  const planned = new Map(all.flatMap(({ said, plannedAt }) => (plannedAt ? [[said.appointmentId, plannedAt] as const] : [])));
  const canceled = all.filter(({ message }) => typeof message === "function").map(({ said }) => said.appointmentId);
  // In one trip, and in this order: the appointments' rows are held by then, so whoever changes the settings comes wholly before this or wholly after.
  const [now, others, known, heard] = await Promise.all([
    planAppointments(tx.db, planned),
    lockAppointments(
      tx.db,
      ids("appointmentId").filter((id) => !planned.has(id)),
    ),
    readKnown(tx.db, ids("businessId"), ids("customerId")),
    readHeard(tx.db, [...new Set(canceled)]),
  ]);
  const kept = new Map([...now, ...others].map((one) => [one.appointmentId, one]));
  for (const { said, isNew, plan, late, ...news } of all) {
    const row = kept.get(said.appointmentId);
    if (!row) continue;
    const message =
      typeof news.message === "function" ? news.message({ ...row, ...unheard, ...heard.get(said.appointmentId) }) : news.message;
    if (late) {
      if (message && isStillSo(row, message.useCase)) send(tx, known, row, message);
      continue;
    }
    // Each message says what its own event said, also where the next event is in the same transaction.
    const appointment = { ...row, ...said };
    const { businessId } = said;
    place(tx, appointment, { zone: known.businesses.get(businessId)?.zone, settings: known.settingsOf(businessId) }, isNew);
    plan?.(tx, appointment, known);
    if (message) send(tx, known, appointment, message);
  }
}

const unheard = { textWaits: false, isTold: false, isUnheard: false };

function send(tx: MessageTx, known: Known, appointment: Appointment, message: Message): void {
  const { appointmentId, version, businessId } = appointment;
  const { useCase, delayMs, expiresAt, cause = `${appointmentId}v${version}`, heard } = message;
  const about = { appointmentId, useCase, cause, ...(heard && { heard }) };
  const outgoing = delayMs > 0 ? null : outgoingFrom(tx.ctx, known, appointment, about);
  if (outgoing) {
    dispatch(tx, outgoing);
    return;
  }
  const key = `${appointmentId}:${useCase}${delayMs > 0 ? "" : `:${version}`}`;
  const { date, startTime } = appointment;
  const payload = { ...about, ...(delayMs > 0 ? {} : { said: { date, startTime } }), expiresAt: expiresAt.toISOString() };
  tx.schedule(autoMessageJob, { key, dueAt: new Date(Date.now() + delayMs), payload, businessId });
}
