import { sql } from "kysely";
import type { Db } from "../db.ts";

export type TagChange = { clientId: string; tagId: string };

/** Adds and removes tags; answers which clients got which, and lost which. */
export async function changeTags(
  db: Db,
  clientIds: readonly string[],
  add: readonly string[],
  remove: readonly string[],
): Promise<{ added: TagChange[]; removed: TagChange[] }> {
  const { rows: added } = await sql<TagChange>`insert into client_tag (company_id, client_id, tag_id)
    select ${db.companyId}, c.id, t.id from unnest(${clientIds}::bigint[]) c(id) cross join tag t
    where t.company_id = ${db.companyId} and t.id = any(${add}::bigint[])
    on conflict do nothing returning client_id, tag_id`.execute(db);
  const { rows: removed } = await sql<TagChange>`delete from client_tag where company_id = ${db.companyId}
    and client_id = any(${clientIds}::bigint[]) and tag_id = any(${remove}::bigint[]) returning client_id, tag_id`.execute(db);
  return { added, removed };
}
