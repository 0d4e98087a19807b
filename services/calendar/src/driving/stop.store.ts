import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { sql } from "kysely";
import type { Db } from "../db.ts";
import type { PlacedVisit } from "../visit-places/visit-places.ts";
import type { Stop } from "./day.ts";

export type StopsQuestion = { businessId: string; from: string; to: string; staffIds: readonly string[] };

type StopJson = [appointmentId: string, staffId: string, customerId: string, addressId: string, date: string, start: number, end: number];

/** Everybody on a line `l`, each for their own time. */
const whoAndWhen = sql`select l.staff_id, l.start_minute as starts, l.start_minute + l.duration as ends where l.work is null
  union all select (o->>'staffId')::bigint, l.start_minute + (o->>'offset')::int, l.start_minute + (o->>'offset')::int + (o->>'duration')::int
    from jsonb_array_elements(l.work->'parts') o where l.work is not null`;

/** Where staff members are on these days: appointments that take their time, neither stays nor cancelled ones. They travel as one value, since they may be very many. */
export async function stopsOf(db: Db, { businessId, from, to, staffIds }: StopsQuestion): Promise<Stop[]> {
  const staff = staffIds.length > 0 ? sql`and p.staff_id = any(${staffIds}::bigint[])` : sql``;
  const { rows } = await sql<{
    stops: StopJson[] | null;
  }>`select json_agg(json_build_array(id::text, staff_id::text, customer_id::text, address_id::text, date::text, starts, ends)
      order by date, staff_id, starts, id) as stops
    from (select a.id, p.staff_id, a.customer_id, a.address_id, a.date, min(p.starts) as starts, max(p.ends) as ends
      from appointment a join pet_service l on l.company_id = a.company_id and l.appointment_id = a.id
      cross join lateral (${whoAndWhen}) as p
      where a.company_id = ${db.companyId} and a.business_id = ${businessId} and a.date between ${from}::date and ${to}::date
        and a.deleted_at is null and a.status <> ${AppointmentStatus.CANCELLED}
        and p.staff_id > 0 and l.care_type not in ('BOARDING', 'DAYCARE') and l.stay_day = 0 ${staff}
      group by a.company_id, a.id, p.staff_id) as stops`.execute(db);
  return (rows[0]?.stops ?? []).map(([appointmentId, staffId, customerId, addressId, date, start, end]) => ({
    appointmentId,
    staffId,
    customerId,
    addressId,
    date,
    start,
    end,
  }));
}

/** Whose these appointments are and at which of their addresses, by the appointment's number: one object for all that are at one place. */
export async function placedVisits(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, PlacedVisit>> {
  const { rows } = await sql<{
    placed: [customerId: string, addressId: string, ids: number[]][] | null;
  }>`select json_agg(json_build_array(customer_id::text, address_id::text, ids)) as placed from (
    select customer_id, address_id, json_agg(id) as ids from appointment
    where company_id = ${db.companyId} and id = any(${`{${ids.join()}}`}::bigint[]) group by customer_id, address_id) as visits`.execute(
    db,
  );
  const visits = new Map<number, PlacedVisit>();
  for (const [customerId, addressId, own] of rows[0]?.placed ?? []) {
    const visit = { customerId, addressId };
    for (const id of own) visits.set(id, visit);
  }
  return visits;
}
