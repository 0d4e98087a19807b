import { randomUUID } from "node:crypto";
import { type Ctx, job } from "@leashline/kit";
import { command, type MessageTx, query } from "../db.ts";
import { lockAppointments } from "../projections/appointment.store.ts";
import { isAhead } from "../projections/appointment.ts";
import { unkeyed } from "../sending/deliver.ts";
import { appointmentsAhead, areOver, lockPayload, nextWriter, type Position } from "./reminder.store.ts";
import { place, rulesOf } from "./reminder.ts";

/** Where a replan stands: its row says so, and moves on with each batch that is done. */
type Work = {
  businessId: string;
  /** A newer round begins at the front again, and an older one ends. */
  round: string;
  /** The last appointment that is done, by start and id; null at the beginning. */
  after: Position | null;
  /** Writers that had begun when the round did are below this; they may have planned by the old rules and must be over first. */
  begun: string | null;
};

const BATCH = 250;
const WAIT_MS = 200;

/** All appointments ahead of a business get their reminders anew, some at a time; a killed run goes on where it stood. */
export const replanJob = job<Work>("replan-reminders", {
  attempts: 10,
  run: async (ctx, work) => {
    const begun = work.begun ?? (await query(ctx, nextWriter));
    if (work.after === null && !(await query(ctx, (db) => areOver(db, begun))))
      return void (await goOn(ctx, work, { ...work, begun }, WAIT_MS));
    await goOn(ctx, work, null);
  },
});

/** When a business' zone or its reminder settings changed. Runs after the commit, and begins anew when asked again. */
export function replanBusiness(tx: MessageTx, businessId: string): void {
  const payload: Work = { businessId, round: randomUUID(), after: null, begun: null };
  tx.schedule(replanJob, { key: businessId, dueAt: new Date(), payload, businessId });
}

/** One step: a wait when `next` is given, otherwise a batch. Nothing happens when the row has moved on meanwhile. */
const goOn = (ctx: Ctx, work: Work, next: Work | null, delayMs = 0): Promise<object> =>
  command(unkeyed(ctx), async (tx) => {
    if (!(await standsAt(tx, work))) return {};
    const to = next ?? (await batch(tx, work));
    if (to)
      tx.schedule(replanJob, { key: work.businessId, dueAt: new Date(Date.now() + delayMs), payload: to, businessId: work.businessId });
    return {};
  });

/** A newer round is not written over: the row is held until the commit. */
async function standsAt(tx: MessageTx, work: Work): Promise<boolean> {
  const now = await lockPayload<Work>(tx.db, replanJob.name, work.businessId);
  return now?.round === work.round && now.after?.id === work.after?.id && now.begun === work.begun;
}

async function batch(tx: MessageTx, work: Work): Promise<Work | null> {
  const found = await appointmentsAhead(tx.db, work.businessId, work.after, BATCH);
  // The rows first, then the rules: who changes either of them comes wholly before this or wholly after.
  const appointments = await lockAppointments(
    tx.db,
    found.map((one) => one.id),
  );
  const rules = await rulesOf(tx, work.businessId);
  for (const appointment of appointments) if (isAhead(appointment)) place(tx, appointment, rules);
  const last = found.at(-1);
  return last && found.length === BATCH ? { ...work, after: last } : null;
}
