import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../db.ts";
import { Source } from "../occupancy/resource.ts";

/** Whose appointments, and of which businesses; null for all. */
export type Whose = { readonly companyId: string; readonly staffIds: readonly string[]; readonly businessIds: readonly string[] | null };

const over = sql`(${sql.lit(AppointmentStatus.FINISHED)}, ${sql.lit(AppointmentStatus.CANCELLED)})`;

type Upcoming = { staffId: string; appointmentId: string };

/** Cards of appointments that are not over, neither finished nor cancelled. */
const upcoming = ({ companyId, staffIds, businessIds }: Whose): RawBuilder<Upcoming> => sql<Upcoming>`
    select c.staff_id, c.source_id as appointment_id, a.start_at from calendar_card c
    join appointment a on a.company_id = c.company_id and a.id = c.source_id and a.deleted_at is null
      and a.status not in ${over} and a.end_at > now() and (${businessIds}::bigint[] is null or a.business_id = any(${businessIds}::bigint[]))
    where c.company_id = ${companyId} and c.source_kind = ${sql.lit(Source.APPOINTMENT)} and c.staff_id = any(${staffIds}::bigint[]) and c.end_date >= current_date - 1`;

export async function countUpcoming(db: Db, whose: Whose): Promise<Map<string, number>> {
  const { rows } = await sql<{ staffId: string; n: number }>`
    select staff_id, count(distinct appointment_id)::int as n from (${upcoming(whose)}) as u group by staff_id`.execute(db);
  return new Map(rows.map((row) => [row.staffId, row.n]));
}

/** The next appointments but these, soonest first. */
export async function nextAppointments(db: Db, whose: Whose, { most, but }: { most: number; but: readonly string[] }): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select appointment_id as id, min(start_at) as start_at from (${upcoming(whose)}) as u
      where appointment_id <> all(${but}::bigint[]) group by 1 order by 2, 1 limit ${most}`.execute(db);
  return rows.map((row) => row.id);
}

type Away = { readonly staffId: string; readonly businessId: string; readonly from: string; readonly to: string };

/** One person's appointments of some days at one business that can still be moved, by start. */
export async function appointmentsAt(db: Db, { staffId, businessId, from, to }: Away, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select a.id, a.start_at from calendar_card c
    join appointment a on a.company_id = c.company_id and a.id = c.source_id and a.deleted_at is null
      and a.status not in ${over} and a.end_at > now() and a.date = a.end_date and a.business_id = ${businessId}
    where c.company_id = ${db.companyId} and c.source_kind = ${sql.lit(Source.APPOINTMENT)} and c.staff_id = ${staffId}
      and c.date between ${from} and ${to} group by a.id, a.start_at order by a.start_at, a.id limit ${most}`.execute(db);
  return rows.map((row) => row.id);
}
