import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { sql } from "kysely";
import type { Db } from "../db.ts";

export type CareCount = {
  readonly day: string;
  readonly daycare: number;
  readonly boarding: number;
  readonly arriving: number;
  readonly leaving: number;
};

/** Pets of daycare and boarding on each day from one to another, both included; a day without any is left out. A pet counts once, however many lines it has. */
export async function countCare(db: Db, businessId: string, from: string, to: string): Promise<CareCount[]> {
  const { rows } = await sql<CareCount>`with there as materialized (
      select a.date, a.end_date, l.pet_id, l.care_type from appointment a
        join pet_service l on l.company_id = a.company_id and l.appointment_id = a.id and l.care_type in ('DAYCARE', 'BOARDING')
      where a.company_id = ${db.companyId} and a.business_id = ${businessId} and a.deleted_at is null
        and a.status <> ${sql.lit(AppointmentStatus.CANCELLED)}
        and (a.date between ${from}::date and ${to}::date
          or (a.end_date > a.date and a.date < ${from}::date and a.end_date >= ${from}::date)))
    select d.day, count(distinct pet_id) filter (where care_type = 'DAYCARE')::int as daycare,
      count(distinct pet_id) filter (where care_type = 'BOARDING' and end_date > d.day)::int as boarding,
      count(distinct pet_id) filter (where care_type = 'BOARDING' and end_date > date and date = d.day)::int as arriving,
      count(distinct pet_id) filter (where care_type = 'BOARDING' and end_date > date and end_date = d.day)::int as leaving
    from (select ${from}::date + n as day from generate_series(0, ${to}::date - ${from}::date) n) d join there on date <= d.day and end_date >= d.day
    group by d.day order by d.day`.execute(db);
  return rows;
}
