import type { Tx } from "@leashline/kit";
import { type Insertable, sql } from "kysely";
import type { DB, Db } from "../../db.ts";
import type { EntryRow } from "../entry/waitlist.ts";

/** All that ever waited for a class, also who got a place or was taken off the list. */
export async function entriesOfClass(db: Db, classId: string): Promise<EntryRow[]> {
  const rows = await db
    .selectFrom("waitlistEntry")
    .selectAll()
    .where("companyId", "=", db.companyId)
    .where("classId", "=", classId)
    .orderBy("id")
    .execute();
  return rows as unknown as EntryRow[];
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
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}
