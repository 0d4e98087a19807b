import type { Page } from "@leashline/kit";
import { type Selectable, sql } from "kysely";
import type { DB, Db } from "../db.ts";
import type { Kept, VaccineChange } from "./merge.ts";

export type MergeRow = Omit<Selectable<DB["clientMerge"]>, "kept"> & { kept: Kept };
const stored = (row: Selectable<DB["clientMerge"]>): MergeRow => row as unknown as MergeRow;
const merges = (db: Db) => db.selectFrom("clientMerge").selectAll().where("companyId", "=", db.companyId);

type Made = { winnerId: string; loserId: string; loserName: string; staffId: string; staffName: string };
export async function insertMerge(db: Db, made: Made, kept: Kept): Promise<MergeRow> {
  const row = { ...made, companyId: db.companyId, kept: JSON.stringify(kept) };
  return stored(await db.insertInto("clientMerge").values(row).returningAll().executeTakeFirstOrThrow());
}

export async function findMerge(db: Db, id: string): Promise<MergeRow | undefined> {
  const row = await merges(db).where("id", "=", id).executeTakeFirst();
  return row && stored(row);
}

export async function lockMerge(db: Db, id: string): Promise<MergeRow> {
  return stored(await merges(db).where("id", "=", id).forUpdate().executeTakeFirstOrThrow());
}

export async function mergesInto(db: Db, winnerId: string, { after, offset, limit }: Page): Promise<MergeRow[]> {
  const [last] = after ?? [];
  const found = merges(db).where("winnerId", "=", winnerId);
  const rows = await (last ? found.where("id", "<", last) : found).orderBy("id", "desc").offset(offset).limit(limit).execute();
  return rows.map(stored);
}

export async function noteVaccines(db: Db, { id, kept }: MergeRow, vaccines: readonly VaccineChange[]): Promise<void> {
  if (vaccines.length === 0) return;
  const both = JSON.stringify({ ...kept, vaccines });
  await db.updateTable("clientMerge").set({ kept: both }).where("companyId", "=", db.companyId).where("id", "=", id).execute();
}

export async function noteUndone(db: Db, id: string, undoneAt: Date): Promise<void> {
  await db.updateTable("clientMerge").set({ undoneAt }).where("companyId", "=", db.companyId).where("id", "=", id).execute();
}

/** Whoever had become one client before is now another; answers who. */
export async function redirect(db: Db, from: string, to: string, only?: readonly string[]): Promise<string[]> {
  const q = db.updateTable("client").set({ mergedInto: to }).where("companyId", "=", db.companyId).where("mergedInto", "=", from);
  const meant = only ? q.where("id", "=", sql<string>`any(${only}::bigint[])`) : q;
  return (await meant.returning("id").execute()).map(({ id }) => id);
}

/** Of one client's addresses or contacts none comes first any more; answers which did. */
export async function demote(db: Db, table: "address" | "contact", clientId: string): Promise<string[]> {
  const rows = await db
    .updateTable(table)
    .set({ isPrimary: false })
    .where("companyId", "=", db.companyId)
    .where("clientId", "=", clientId)
    .where("isPrimary", "=", true)
    .where("deletedAt", "is", null)
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Those come first again, where nothing else of their client does. */
export async function promote(db: Db, table: "address" | "contact", ids: readonly string[]): Promise<void> {
  await sql`update ${sql.table(table)} t set is_primary = true where t.company_id = ${db.companyId} and t.id = any(${ids}::bigint[]) and t.deleted_at is null
    and not exists (select 1 from ${sql.table(table)} o where o.company_id = t.company_id and o.client_id = t.client_id and o.is_primary and o.deleted_at is null)`.execute(
    db,
  );
}

/** Pets that became others are gone, and come back with `into` 0. */
export async function petInto(db: Db, petId: string, into: string, deletedBy: string): Promise<void> {
  const gone = into !== "0";
  await db
    .updateTable("pet")
    .set((eb) => ({
      mergedInto: into,
      deletedAt: gone ? sql<Date>`now()` : null,
      deletedBy: gone ? deletedBy : null,
      version: eb("version", "+", 1),
    }))
    .where("companyId", "=", db.companyId)
    .where("id", "=", petId)
    .execute();
}
