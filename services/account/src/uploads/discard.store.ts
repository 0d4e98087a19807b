import { sql } from "kysely";
import type { Db } from "../db.ts";

/** Those of these files that are a picture of a location, of staff or of a van. */
async function pictured(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select distinct split_part(path, '/', 5) as id from (
      select avatar_path as path from business where company_id = ${db.companyId}
      union all select avatar_path from staff where company_id = ${db.companyId}
      union all select avatar_path from van where company_id = ${db.companyId}) p
    where split_part(path, '/', 5) = any(${ids}::text[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** What is known of them goes with them: a file's name may say somebody's. */
export async function discardFiles(db: Db, asked: readonly string[]): Promise<void> {
  const kept = await pictured(db, asked);
  const ids = asked.filter((id) => !kept.has(id));
  if (ids.length === 0) return;
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
