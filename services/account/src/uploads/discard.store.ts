import { sql } from "kysely";
import type { Db } from "../db.ts";

/** What is known of them goes with them: a file's name may say somebody's. */
export async function discardFiles(db: Db, ids: readonly string[]): Promise<void> {
  await db.deleteFrom("upload").where("companyId", "=", db.companyId).where("id", "in", ids).execute();
  await db
    .insertInto("discardedFile")
    .values(ids.map((id) => ({ companyId: db.companyId, id })))
    .onConflict((oc) => oc.columns(["companyId", "id"]).doNothing())
    .execute();
}

export type DiscardedRow = { companyId: string; id: string };
/** Of all companies. */
export const listDiscarded = async (db: Db, afterId: string, limit: number): Promise<DiscardedRow[]> =>
  (await sql<DiscardedRow>`select company_id, id from discarded_file_list(${afterId}, ${limit})`.execute(db)).rows;

export const forgetFile = async (db: Db, id: string): Promise<void> =>
  void (await db
    .updateTable("discardedFile")
    .set({ goneAt: sql<Date>`now()` })
    .where("companyId", "=", db.companyId)
    .where("id", "=", id)
    .where("goneAt", "is", null)
    .execute());
