import type { Page } from "@leashline/kit";
import { sql } from "kysely";
import type { Db } from "../db.ts";

export type Entry = {
  id: string;
  entity: string;
  entityId: string;
  action: string;
  actorStaffId: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  at: Date;
};

/** The log of one client and of what belongs to them, newest first. */
export async function historyOf(db: Db, clientId: string, page: Omit<Page, "size">): Promise<Entry[]> {
  const before = page.after?.[0] ?? "9223372036854775807";
  const { rows } = await sql<Entry>`
    select l.id, l.entity, l.entity_id, l.action, l.actor_staff_id, l.before, l.after, l.at
    from (
      select 'client'::text as entity, ${clientId}::bigint as id
      union all select 'lead', ${clientId}::bigint
      union all select 'pet', id from pet where company_id = ${db.companyId} and client_id = ${clientId}
      union all select 'note', id from note where company_id = ${db.companyId} and client_id = ${clientId}
      union select 'incident', i.incident_id from incident_pet i join pet p on p.company_id = i.company_id and p.id = i.pet_id
        where i.company_id = ${db.companyId} and p.client_id = ${clientId}
      union all select 'address', id from address where company_id = ${db.companyId} and client_id = ${clientId}
      union all select 'contact', id from contact where company_id = ${db.companyId} and client_id = ${clientId}
    ) mine
    join change_log l on l.company_id = ${db.companyId} and l.entity = mine.entity and l.entity_id = mine.id and l.id < ${before}::bigint
    order by l.id desc offset ${page.offset} limit ${page.limit}`.execute(db);
  return rows;
}
