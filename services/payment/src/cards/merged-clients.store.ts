import { sql } from "kysely";
import type { Db } from "../db.ts";

/** Of each of these clients who has cards and none that is charged by itself, the newest is from now on. */
export async function chooseDefaults(db: Db, customerIds: readonly string[]): Promise<void> {
  await sql`update card c set is_default = true where c.company_id = ${db.companyId} and c.card_id in (
      select max(k.card_id) from card k where k.company_id = ${db.companyId} and k.customer_id = any(${customerIds}::bigint[]) and k.deleted_at is null
      group by k.customer_id having not bool_or(k.is_default))`.execute(db);
}
