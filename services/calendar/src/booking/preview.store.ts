import { sql } from "kysely";
import type { Db } from "../db.ts";

/** Whether somebody has come, or is to come. */
export async function isKnownClient(db: Db, customerId: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`select exists (select from appointment where company_id = ${db.companyId}
    and customer_id = ${customerId} and status <> 4 and deleted_at is null) as known`.execute(db);
  return rows[0]?.known ?? false;
}
