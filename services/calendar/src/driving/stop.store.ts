import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { sql } from "kysely";
import type { Db } from "../db.ts";
import type { Stop } from "./day.ts";

export type StopsQuestion = { businessId: string; from: string; to: string; staffIds: readonly string[] };

/** Where staff members are on these days: appointments that take their time, neither stays nor cancelled ones. */
export async function stopsOf(db: Db, { businessId, from, to, staffIds }: StopsQuestion): Promise<Stop[]> {
  const staff = staffIds.length > 0 ? sql`and l.staff_id = any(${staffIds}::bigint[])` : sql``;
  const { rows } = await sql<Stop>`select a.id as appointment_id, l.staff_id, a.customer_id, a.date::text as date,
      min(l.start_minute)::int as start, max(l.start_minute + l.duration)::int as end
    from appointment a join pet_service l on l.company_id = a.company_id and l.appointment_id = a.id
    where a.company_id = ${db.companyId} and a.business_id = ${businessId} and a.date between ${from}::date and ${to}::date
      and a.deleted_at is null and a.status <> ${AppointmentStatus.CANCELLED}
      and l.staff_id > 0 and l.care_type not in ('BOARDING', 'DAYCARE') ${staff}
    group by a.company_id, a.id, l.staff_id order by a.date, l.staff_id, start, a.id`.execute(db);
  return rows;
}
