import { type Ctx, job } from "@leashline/kit";
import { type MessageTx, query } from "../db.ts";
import { shopIn } from "../people/people.store.ts";
import { isAhead, type Visit, visitIn } from "../visits/visit.store.ts";
import { settingsIn } from "./auto-message.store.ts";
import { mayRemind, type Plan, planReminder, type Setting, UseCase } from "./auto-message.ts";
import { sendByItself } from "./send.ts";

type Due = { appointmentId: string; useCase: UseCase; expiresAt: string; startAt: string };

/** A reminder whose time has come: looked at once more, then sent or let go. */
export const reminderJob = job<Due>("send-reminder", {
  attempts: 6,
  run: async (ctx, due) => {
    const reason = await query(ctx, async (db) => whyNot(ctx, await visitIn(db, ctx.companyId, due.appointmentId), due));
    if (reason) return void ctx.runtime.log.info({ appointmentId: due.appointmentId, reason }, "a reminder was not sent");
    await sendByItself(ctx, { appointmentId: due.appointmentId, useCase: due.useCase, cause: `${due.appointmentId}@${due.startAt}` });
  },
});

function whyNot(_ctx: Ctx, visit: Visit | undefined, due: Due): string {
  if (!visit) return "the visit is not known";
  if (Date.now() > Date.parse(due.expiresAt)) return "it is too late for it";
  if (visit.start_at.toISOString() !== due.startAt) return "the visit has moved";
  if (due.useCase === UseCase.FOLLOW_UP) return "";
  if (!isAhead(visit)) return "the visit is over or cancelled";
  return mayRemind(visit.status) ? "" : "the client has confirmed";
}

const keyOf = (appointmentId: string, useCase: UseCase): string => `${appointmentId}:${useCase}`;

export async function scheduleFor(tx: MessageTx, visit: Visit, useCase: UseCase, plan: Plan | null): Promise<void> {
  const key = keyOf(visit.appointment_id, useCase);
  if (!plan) return tx.unschedule(reminderJob, key);
  const payload = {
    appointmentId: visit.appointment_id,
    useCase,
    expiresAt: plan.expiresAt.toISOString(),
    startAt: visit.start_at.toISOString(),
  };
  tx.schedule(reminderJob, { key, dueAt: plan.dueAt, payload, businessId: visit.business_id });
}

type Rules = { zone: string | undefined; settings: Setting[] };

export async function rulesOf(tx: MessageTx, businessId: string): Promise<Rules> {
  const shop = await shopIn(tx.db, tx.ctx.companyId, businessId);
  const settings = await settingsIn(tx.db, tx.ctx.companyId, businessId);
  const reminders = settings.filter(({ useCase }) => useCase === UseCase.FIRST_REMINDER || useCase === UseCase.SECOND_REMINDER);
  return { zone: shop?.zone, settings: reminders };
}

export async function place(tx: MessageTx, visit: Visit, { zone, settings }: Rules): Promise<void> {
  // Until we have heard of the business there is no local time to plan by; its event plans anew.
  for (const setting of settings) await scheduleFor(tx, visit, setting.useCase, zone ? planReminder(setting, visit, zone) : null);
}

/** Puts a visit's reminders where they belong now, or takes them away. */
export async function replanVisit(tx: MessageTx, visit: Visit): Promise<void> {
  await place(tx, visit, await rulesOf(tx, visit.business_id));
}

/** When the stored schedule will send a reminder; null when it will not. */
export async function dueTimeOf(ctx: Ctx, appointmentId: string, useCase: UseCase): Promise<Date | null> {
  const row = await query(ctx, (db) =>
    db
      .selectFrom("job")
      .select("due_at")
      .where("company_id", "=", ctx.companyId)
      .where("kind", "=", reminderJob.name)
      .where("key", "=", keyOf(appointmentId, useCase))
      .where("state", "=", "due")
      .executeTakeFirst(),
  );
  return row?.due_at ?? null;
}
