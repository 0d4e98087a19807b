import { fail } from "@leashline/kit";
import { sql } from "kysely";
import type { CalendarTx, Db } from "../db.ts";
import { type Change, isUndoable, nextVersion } from "./changes.ts";

/** Of what the log tells; with a business where one id stands in several. */
export type Logged = { readonly entity: string; readonly id: string; readonly businessId?: string };

export async function readNewestChange<Before extends object = object>(
  db: Db,
  { entity, id, businessId }: Logged,
): Promise<Change<Before> | undefined> {
  const where = businessId === undefined ? sql`` : sql`and business_id = ${businessId}`;
  const { rows } = await sql<Change<Before>>`select id, action, at, note, before, after, undone_by is not null as undone from change_log
    where company_id = ${db.companyId} and entity = ${entity} and entity_id = ${id} ${where} order by id desc limit 1`.execute(db);
  return rows[0];
}

type Told = { readonly businessId: string; readonly action: string; readonly before?: object | undefined; readonly after?: object };

/** A line of the log on something that counts no changes of its own; answers the number by which undo names it. Whoever calls holds what it is about. */
export async function logNumbered(tx: CalendarTx, logged: Logged, { businessId, action, before, after }: Told): Promise<number> {
  const version = nextVersion(await readNewestChange(tx.db, logged));
  tx.log({ ...logged, action, ...(before && { before }), after: { ...after, version }, businessId });
  return version;
}

/** Marked with the account that took it back; "0" is one of our services. */
export const markUndone = (tx: CalendarTx, logId: string): Promise<unknown> =>
  tx.db
    .updateTable("changeLog")
    .set({ undoneBy: tx.ctx.caller.accountId })
    .where("companyId", "=", tx.ctx.companyId)
    .where("id", "=", logId)
    .execute();

/** The change that is named by what it came to, taken back from now on. Whoever calls holds what it is about. */
export async function takeBack<Before extends object>(tx: CalendarTx, logged: Logged, version: number): Promise<Change<Before>> {
  const newest = await readNewestChange<Before>(tx.db, logged);
  if (!newest || !isUndoable(newest, version, Date.now())) throw fail("UNDO_EXPIRED");
  await markUndone(tx, newest.id);
  return newest;
}
