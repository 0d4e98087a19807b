import { sql } from "kysely";
import type { Db } from "../db.ts";

/** Adds and removes tags; answers the clients for whom that changed anything. */
export async function changeTags(
  db: Db,
  clientIds: readonly string[],
  add: readonly string[],
  remove: readonly string[],
): Promise<string[]> {
  const { rows: added } = await sql<{ clientId: string }>`insert into client_tag (company_id, client_id, tag_id)
    select ${db.companyId}, c.id, t.id from unnest(${clientIds}::bigint[]) c(id) cross join tag t
    where t.company_id = ${db.companyId} and t.id = any(${add}::bigint[])
    on conflict do nothing returning client_id`.execute(db);
  const { rows: removed } = await sql<{ clientId: string }>`delete from client_tag where company_id = ${db.companyId}
    and client_id = any(${clientIds}::bigint[]) and tag_id = any(${remove}::bigint[]) returning client_id`.execute(db);
  return [...new Set([...added, ...removed].map((row) => row.clientId))];
}
