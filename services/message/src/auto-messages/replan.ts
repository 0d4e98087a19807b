import { randomUUID } from "node:crypto";
import { type Ctx, job } from "@leashline/kit";
import { sql } from "kysely";
import { command, type Db, type MessageTx, query } from "../db.ts";
import { unkeyed } from "../messages/deliver.ts";
import { isAhead, visitsIn } from "../visits/visit.store.ts";
import { place, rulesOf } from "./reminder.ts";

/** Where a replan stands: its row says so, and moves on with each batch that is done. */
type Work = {
  businessId: string;
  /** A newer round begins at the front again, and an older one ends. */
  round: string;
  /** The last visit that is done, by start and id; null at the beginning. */
  after: { startAt: string; id: string } | null;
  /** Writers that had begun when the round did are below this; they may have planned by the old rules and must be over first. */
  begun: string | null;
};

const BATCH = 250;
const WAIT_MS = 200;

/** All visits ahead of a business get their reminders anew, some at a time; a killed run goes on where it stood. */
export const replanJob = job<Work>("replan-reminders", {
  attempts: 10,
  run: async (ctx, work) => {
    const begun = work.begun ?? (await nextWriter(ctx));
    if (work.after === null && !(await areOver(ctx, begun))) return void (await goOn(ctx, work, { ...work, begun }, WAIT_MS));
    await goOn(ctx, work, null);
  },
});

/** When a business' zone or its reminder settings changed. Runs after the commit, and begins anew when asked again. */
export function replanBusiness(tx: MessageTx, businessId: string): void {
  const payload: Work = { businessId, round: randomUUID(), after: null, begun: null };
  tx.schedule(replanJob, { key: businessId, dueAt: new Date(), payload, businessId });
}

const nextWriter = (ctx: Ctx): Promise<string> =>
  query(ctx, async (db) => {
    const { rows } = await sql<{ xmax: string }>`select pg_snapshot_xmax(pg_current_snapshot())::text as xmax`.execute(db);
    return rows[0]?.xmax ?? "0";
  });

const areOver = (ctx: Ctx, begun: string): Promise<boolean> =>
  query(ctx, async (db) => {
    const { rows } = await sql<{ over: boolean }>`select pg_snapshot_xmin(pg_current_snapshot()) >= ${begun}::xid8 as over`.execute(db);
    return rows[0]?.over ?? false;
  });

/** One step: a wait when `next` is given, otherwise a batch. Nothing happens when the row has moved on meanwhile. */
const goOn = (ctx: Ctx, work: Work, next: Work | null, delayMs = 0): Promise<object> =>
  command(unkeyed(ctx), async (tx) => {
    if (!(await standsAt(tx, work))) return {};
    const to = next ?? (await batch(tx, work));
    if (to)
      tx.schedule(replanJob, { key: work.businessId, dueAt: new Date(Date.now() + delayMs), payload: to, businessId: work.businessId });
    return {};
  });

/** Holds the row until the commit, so that a newer round is not written over. */
async function standsAt(tx: MessageTx, work: Work): Promise<boolean> {
  const row = await tx.db
    .selectFrom("job")
    .select("payload")
    .where("company_id", "=", tx.ctx.companyId)
    .where("kind", "=", replanJob.name)
    .where("key", "=", work.businessId)
    .forUpdate()
    .executeTakeFirst();
  const now = row?.payload as Work | undefined;
  return now?.round === work.round && now.after?.id === work.after?.id && now.begun === work.begun;
}

async function batch(tx: MessageTx, work: Work): Promise<Work | null> {
  const found = await nextAhead(tx.db, tx.ctx.companyId, work);
  // The rows first, then the rules: who changes either of them comes wholly before this or wholly after.
  const visits = await visitsIn(
    tx.db,
    tx.ctx.companyId,
    found.map((one) => one.id),
  );
  const rules = await rulesOf(tx, work.businessId);
  for (const visit of visits) if (isAhead(visit)) await place(tx, visit, rules);
  const last = found.at(-1);
  return last && found.length === BATCH ? { ...work, after: last } : null;
}

async function nextAhead(db: Db, companyId: string, { businessId, after }: Work): Promise<{ startAt: string; id: string }[]> {
  const { rows } = await sql<{ startAt: string; id: string }>`
    select start_at::text as "startAt", appointment_id::text as id from visit
    where company_id = ${companyId} and business_id = ${businessId} and start_at > now()
      and (start_at, appointment_id) > (${after?.startAt ?? "-infinity"}::timestamptz, ${after?.id ?? "0"}::bigint)
    order by start_at, appointment_id limit ${BATCH}`.execute(db);
  return rows;
}
