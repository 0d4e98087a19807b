import { type RawBuilder, sql } from "kysely";
import type { Db } from "../db.ts";

type Asked = { customerIds: readonly string[]; petIds: readonly string[]; standing: boolean; asTheyAreNow: boolean };

/** Of these clients and pets those that exist and fulfil a condition on the client `c`; who was merged is reached as who they became. One statement. */
export async function reachedOf(
  db: Db,

  { customerIds, petIds, standing, asTheyAreNow }: Asked,
  condition: RawBuilder<boolean>,
): Promise<{ customerIds: string[]; petIds: string[] }> {
  const { rows } = await sql<{ customerIds: string[]; petIds: string[] }>`select
    array(select (case when ${asTheyAreNow} then c.id else asked.id end)::text from client asked join client c on c.company_id = asked.company_id
        and c.id = case when asked.merged_into <> 0 and (${asTheyAreNow} or not ${standing}) then asked.merged_into else asked.id end
      where asked.company_id = ${db.companyId} and asked.id = any(${customerIds}::bigint[])
      and (c.deleted_at is null or not ${standing}) and ${condition}) as "customerIds",
    array(select p.id::text from pet p join client c on c.company_id = p.company_id and c.id = p.client_id
      where p.company_id = ${db.companyId} and p.id = any(${petIds}::bigint[])
      and (c.deleted_at is null and p.deleted_at is null or not ${standing}) and ${condition}) as "petIds"`.execute(db);
  return rows[0] ?? { customerIds: [], petIds: [] };
}
