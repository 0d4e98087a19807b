import type { Tx } from "@leashline/kit";
import { sql } from "kysely";
import type { DB, Db } from "../db.ts";

/** Counted as they are made, so that a hundred at once are a hundred. */
export async function countAttempts(tx: Tx<DB>, about: string, minutes: number): Promise<number> {
  tx.lock([`pay-attempts:${about}`]);
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pay_attempt
    where company_id = ${tx.db.companyId} and about = ${about} and at > clock_timestamp() - make_interval(mins => ${minutes})`.execute(
    tx.db,
  );
  return rows[0]?.n ?? 0;
}

export async function insertAttempt(db: Db, about: string): Promise<void> {
  await db.insertInto("payAttempt").values({ companyId: db.companyId, about }).execute();
}
