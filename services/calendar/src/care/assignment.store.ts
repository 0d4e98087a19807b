import { sql } from "kysely";
import type { Db } from "../db.ts";
import type { Assignment } from "./assignment.ts";

const place = sql`coalesce(a.care_schedule_id, 0)::text as care_schedule_id, coalesce(a.pet_detail_id, 0)::text as pet_detail_id, a.day, a.minute`;

/** What was said last of each task of appointments, of one day where it is named. What was given to somebody who has left is with nobody. */
export async function readAssignments(db: Db, appointmentIds: readonly string[], day?: string): Promise<Assignment[]> {
  if (appointmentIds.length === 0) return [];
  const of = day ? sql`and a.day = ${day}::date` : sql``;
  const { rows } = await sql<Assignment>`select distinct on (a.care_schedule_id, a.pet_detail_id, a.day, a.minute) ${place},
      case when s.deleted then 0 else coalesce(a.staff_id, 0) end::text as staff_id, case when s.deleted then '' else a.staff_name end as staff_name
    from care_assignment a left join staff s on s.company_id = a.company_id and s.staff_id = a.staff_id
    where a.company_id = ${db.companyId} and a.appointment_id = any(${appointmentIds}::bigint[]) ${of}
    order by a.care_schedule_id, a.pet_detail_id, a.day, a.minute, a.id desc`.execute(db);
  return rows;
}

/** What was said by one act; nothing where its key is new. */
export async function readAct(db: Db, entryKey: string): Promise<Assignment[]> {
  const { rows } = await sql<Assignment>`select ${place}, coalesce(a.staff_id, 0)::text as staff_id, a.staff_name
    from care_assignment a where a.company_id = ${db.companyId} and a.entry_key = ${entryKey}`.execute(db);
  return rows;
}

export type NewAssignment = Assignment & { readonly businessId: string; readonly appointmentId: string };
type Act = { readonly entryKey: string; readonly byStaffId: string; readonly byStaffName: string };

/** Adds what one act says of its tasks. */
export async function insertAct(db: Db, said: readonly NewAssignment[], { entryKey, byStaffId, byStaffName }: Act): Promise<void> {
  const of = <K extends keyof NewAssignment>(column: K): NewAssignment[K][] => said.map((one) => one[column]);
  await sql`insert into care_assignment (company_id, business_id, appointment_id, care_schedule_id, pet_detail_id, day, minute, staff_id, staff_name,
      by_staff_id, by_staff_name, entry_key)
    select ${db.companyId}, t.business_id, t.appointment_id, nullif(t.care_schedule_id, 0), nullif(t.pet_detail_id, 0), t.day, t.minute,
      nullif(t.staff_id, 0), t.staff_name, ${byStaffId}, ${byStaffName}, ${entryKey}
    from unnest(${of("businessId")}::bigint[], ${of("appointmentId")}::bigint[], ${of("careScheduleId")}::bigint[], ${of("petDetailId")}::bigint[],
        ${of("day")}::date[], ${of("minute")}::int[], ${of("staffId")}::bigint[], ${of("staffName")}::text[])
      t(business_id, appointment_id, care_schedule_id, pet_detail_id, day, minute, staff_id, staff_name)`.execute(db);
}

type Replaced = { readonly from: string; readonly to: string; readonly times: readonly number[] };

/** A schedule takes the place of another: who was to give what at the times of both goes on, from yesterday's day on. */
export async function carryAssignments(
  db: Db,
  { from, to, times }: Replaced,
  { byStaffId, byStaffName }: Omit<Act, "entryKey">,
): Promise<void> {
  await sql`insert into care_assignment (company_id, business_id, appointment_id, care_schedule_id, day, minute, staff_id, staff_name,
      by_staff_id, by_staff_name, entry_key)
    select distinct on (day, minute) company_id, business_id, appointment_id, ${to}::bigint, day, minute, staff_id, staff_name, ${byStaffId}, ${byStaffName},
      'schedule-' || ${to} || '-' || day from care_assignment
    where company_id = ${db.companyId} and care_schedule_id = ${from} and minute = any(${times}::int[]) and day >= current_date - 1
    order by day, minute, id desc`.execute(db);
}
