import { type Kysely, sql } from "kysely";
import type { DB } from "../db.ts";

export type Entry = {
  id: string;
  entity: string;
  entity_id: string;
  action: string;
  actor_staff_id: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  at: Date;
};

/** The log of one client and of what belongs to them, newest first. */
export async function historyOf(
  db: Kysely<DB>,
  clientId: string,
  page: { beforeId: string | null; offset: number; limit: number },
): Promise<Entry[]> {
  const before = page.beforeId ?? "9223372036854775807";
  const { rows } = await sql<Entry>`
    select l.id, l.entity, l.entity_id, l.action, l.actor_staff_id, l.before, l.after, l.at
    from (
      select 'client'::text as entity, ${clientId}::bigint as id
      union all select 'pet', id from pet where client_id = ${clientId}
      union all select 'note', id from note where client_id = ${clientId}
      union all select 'address', id from address where client_id = ${clientId}
      union all select 'contact', id from contact where client_id = ${clientId}
    ) mine
    join change_log l on l.entity = mine.entity and l.entity_id = mine.id and l.id < ${before}::bigint
    order by l.id desc offset ${page.offset} limit ${page.limit}`.execute(db);
  return rows;
}
