import type { Tx } from "@leashline/kit";
import { sql } from "kysely";
import type { DB } from "../../db.ts";

/** Counted as they are made, so that a hundred at once are a hundred. */
export async function countAttempts(tx: Tx<DB>, recordId: string, minutes: number): Promise<number> {
  tx.lock([`sign-attempts:${recordId}`]);
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from sign_attempt
    where company_id = ${tx.db.companyId} and record_id = ${recordId} and at > clock_timestamp() - make_interval(mins => ${minutes})`.execute(
    tx.db,
  );
  return rows[0]?.n ?? 0;
}

export async function insertAttempt(tx: Tx<DB>, recordId: string): Promise<void> {
  await tx.db.insertInto("signAttempt").values({ companyId: tx.db.companyId, recordId }).execute();
}
