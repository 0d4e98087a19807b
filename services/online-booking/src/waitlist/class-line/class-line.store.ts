import type { Tx } from "@leashline/kit";
import { type Insertable, sql } from "kysely";
import type { DB, Db } from "../../db.ts";
import { tellEntry } from "../entry/tell-entry.ts";
import { stored } from "../entry/waitlist.store.ts";
import type { EntryRow } from "../entry/waitlist.ts";
import { leaveLine } from "./class-line.jobs.ts";

/** All that ever waited for a class, also who got a place or was taken off the list. */
export async function entriesOfClass(db: Db, classId: string): Promise<EntryRow[]> {
  const rows = await db
    .selectFrom("waitlistEntry")
    .selectAll()
    .where("companyId", "=", db.companyId)
    .where("classId", "=", classId)
    .orderBy("id")
    .execute();
  return rows.map(stored);
}

/** Undefined for who is on the list already. The index is found by its very words, not by a parameter. */
export async function addToLine(
  tx: Tx<DB>,
  entry: Omit<Insertable<DB["waitlistEntry"]>, "companyId" | "state">,
): Promise<string | undefined> {
  const row = await tx.db
    .insertInto("waitlistEntry")
    .values({ ...entry, companyId: tx.ctx.companyId, state: "waiting" })
    .onConflict((conflict) => conflict.columns(["companyId", "enrolmentId"]).where(sql<boolean>`enrolment_id <> 0`).doNothing())
    .returningAll()
    .executeTakeFirst();
  if (row) tellEntry(tx, stored(row), { created: true });
  return row?.id;
}

/** Of these enrolments, those that were taken off the list by hand and have not left the line of their class yet. */
export async function leavingOf(db: Db, enrolmentIds: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom("job")
    .select("key")
    .where("companyId", "=", db.companyId)
    .where("kind", "=", leaveLine.name)
    .where(sql<boolean>`key = any(${enrolmentIds}::text[])`)
    .where("state", "in", ["due", "running", "failed"])
    .execute();
  return new Set(rows.map(({ key }) => key));
}

/** On the list again; not who was changed since it was read. */
export async function putBack(tx: Tx<DB>, { id, version }: Pick<EntryRow, "id" | "version">): Promise<boolean> {
  const row = await tx.db
    .updateTable("waitlistEntry")
    .set((eb) => ({ state: "waiting", endedAt: null, version: eb("version", "+", 1) }))
    .where("companyId", "=", tx.ctx.companyId)
    .where("id", "=", id)
    .where("version", "=", version)
    .where("state", "=", "removed")
    .returningAll()
    .executeTakeFirst();
  if (row) tellEntry(tx, stored(row));
  return row !== undefined;
}
