import { type RawBuilder, sql } from "kysely";
import type { Db } from "../db.ts";

/** Whose appointments, and of which businesses; null for all. */
export type Whose = { readonly companyId: string; readonly staffIds: readonly string[]; readonly businessIds: readonly string[] | null };

type Upcoming = { staffId: string; appointmentId: string };

/** Cards of appointments that are not over, neither finished nor cancelled. Two ways in, because stays take nobody's time and have an index of their own. */
function upcoming({ companyId, staffIds, businessIds }: Whose): RawBuilder<Upcoming> {
  const of = (rest: RawBuilder<unknown>) => sql`
    select c.staff_id, c.appointment_id, a.start_at from card c
    join appointment a on a.company_id = c.company_id and a.id = c.appointment_id and a.deleted_at is null
      and a.status not in (3, 4) and a.end_at > now() and (${businessIds}::bigint[] is null or a.business_id = any(${businessIds}::bigint[]))
    where c.company_id = ${companyId} and c.staff_id = any(${staffIds}::bigint[]) and ${rest}`;
  return sql<Upcoming>`${of(sql`c.takes_time and c.from_utc > utc_minute(now()) - 1560`)}
    union ${of(sql`not c.takes_time and c.appointment_id is not null and c.staff_id > 0 and c.end_date >= current_date - 1`)}`;
}

export async function countUpcoming(db: Db, whose: Whose): Promise<Map<string, number>> {
  const { rows } = await sql<{ staffId: string; n: number }>`
    select staff_id, count(distinct appointment_id)::int as n from (${upcoming(whose)}) as u group by staff_id`.execute(db);
  return new Map(rows.map((row) => [row.staffId, row.n]));
}

/** The next appointments, soonest first. */
export async function nextAppointments(db: Db, whose: Whose, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select appointment_id as id, min(start_at) as start_at from (${upcoming(whose)}) as u group by 1 order by 2, 1 limit ${most}`.execute(
    db,
  );
  return rows.map((row) => row.id);
}
