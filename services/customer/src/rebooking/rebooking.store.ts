import type { Page } from "@leashline/kit";
import { type RawBuilder, sql } from "kysely";
import { factsAt, type Places } from "../clients/overview.store.ts";
import type { Condition } from "../clients/visibility.store.ts";
import type { Db } from "../db.ts";

export type DueRow = {
  id: string;
  firstName: string;
  lastName: string;
  clientColor: string;
  phoneNumber: string;
  petNames: string[];
  lastVisit: string;
  due: string;
  days: number;
  isBlockMessage: boolean;
  total: number;
};

/** Day factors of core §9, as `frequencyDays` has them. */
const own = sql`c.preferred_frequency_day * case c.preferred_frequency_type when 1 then 1 when 2 then 7 when 3 then 30 else 0 end`;

export type Due = { readonly by: string; readonly standardDays: number; readonly reach: Condition; readonly at: Places };

/** Who was at these locations, has nothing booked at any, and is due by a day; the last one due first. One statement, with how many there are in all. */
export async function readDue(db: Db, { by, standardDays, reach, at }: Due, page: Page): Promise<DueRow[]> {
  const days = sql`coalesce(nullif(${own}, 0), ${standardDays}::int)`;
  const [due = "9999-12-31", id = "0"] = page.after ?? [];
  const beyond: RawBuilder<unknown> = page.after ? sql`where (due, id) < (${due}::date, ${id}::bigint)` : sql``;
  const { rows } = await sql<DueRow>`with due as materialized (
      select c.id, c.first_name, c.last_name, c.client_color, c.phone_number, c.is_block_message, f.last_visit, ${days} as days, f.last_visit + ${days} as due
      from ${factsAt(db.companyId, at)} f join client c on c.company_id = f.company_id and c.id = f.client_id
      where f.company_id = ${db.companyId} and f.last_visit <= ${by}::date and f.last_visit + ${days} <= ${by}::date
        and not exists (select 1 from visit v where v.company_id = f.company_id and v.client_id = f.client_id and v.status not in (3, 4) and v.ends_at >= now())
        and c.deleted_at is null and not c.inactive and ${reach})
    select *, array(select pet_name from pet p where p.company_id = ${db.companyId} and p.client_id = page.id and p.deleted_at is null and p.life_status <> 2
      order by p.id) as pet_names, (select count(*)::int from due) as total
    from (select * from due ${beyond} order by due desc, id desc limit ${page.limit} offset ${page.offset}) page order by due desc, id desc`.execute(
    db,
  );
  return rows;
}
