import type { Page } from "@leashline/kit";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { OverviewStay } from "@leashline/proto/leashline/calendar/v1/overview_service_pb.js";
import { petOfCode } from "@leashline/proto/rules/pet-code.ts";
import { type RawBuilder, sql } from "kysely";
import { appointmentsWhere } from "../appointments/appointment.store.ts";
import type { Appointment } from "../appointments/appointment.ts";
import type { Db } from "../db.ts";

export type OverviewDay = {
  companyId: string;
  businessId: string;
  date: string;
  staffIds: readonly string[];
  keyword: string;
  careTypes: readonly string[];
  stay: OverviewStay;
};
export type StayCounts = {
  arrivals: number;
  arriving: number;
  departures: number;
  departing: number;
  /** Of the departing pets those whose stay is finished. */
  gone: number;
  nights: number;
  sleeping: number;
};
export type StatusCount = { status: number; appointments: number; pets: number; price: string; paid: string };

const escaped = (text: string): string => text.replace(/[\\%_]/g, (character) => `\\${character}`);

const partOf = (stay: OverviewStay, date: string): RawBuilder<unknown> => {
  if (stay === OverviewStay.ARRIVAL) return sql`(a.end_date > a.date and a.date = ${date}::date)`;
  if (stay === OverviewStay.DEPARTURE) return sql`(a.end_date > a.date and a.end_date = ${date}::date)`;
  return sql`(a.end_date > a.date and a.end_date > ${date}::date)`;
};

/** Appointments and stays of the day, of these staff members, with the keyword in the client's or a pet's name, or with the pet whose label it is. */
function onDay({ companyId, businessId, date, staffIds, keyword, careTypes, stay }: OverviewDay): RawBuilder<unknown> {
  const mine = sql`a.company_id = ${companyId} and a.business_id = ${businessId} and a.deleted_at is null
    and (a.date = ${date}::date or (a.end_date > a.date and a.date < ${date}::date and a.end_date >= ${date}::date))`;
  const staff =
    staffIds.length > 0
      ? sql`and exists (select from pet_service l where l.company_id = a.company_id and l.appointment_id = a.id and (l.staff_id = any(${staffIds}::bigint[]) or l.other_staff_ids && ${staffIds}::bigint[]))`
      : sql``;
  const care =
    careTypes.length > 0
      ? sql`and exists (select from pet_service l where l.company_id = a.company_id and l.appointment_id = a.id and l.care_type = any(${careTypes}::text[]))`
      : sql``;
  const part = stay === OverviewStay.UNSPECIFIED ? sql`` : sql`and ${partOf(stay, date)}`;
  if (!keyword) return sql`${mine} ${staff} ${care} ${part}`;
  const like = `%${escaped(keyword)}%`;
  const petId = petOfCode(keyword) ?? null;
  return sql`${mine} ${staff} ${care} ${part} and (a.customer_first_name || ' ' || a.customer_last_name ilike ${like}
    or exists (select from pet_service l where l.company_id = a.company_id and l.appointment_id = a.id
      and (l.pet_name ilike ${like} or l.pet_id = ${petId}::bigint)))`;
}

/** The day, whatever of it is asked for. */
const unfiltered = (day: OverviewDay): OverviewDay => ({ ...day, careTypes: [], keyword: "", stay: OverviewStay.UNSPECIFIED });

export async function readOverview(db: Db, day: OverviewDay, statuses: readonly number[], { limit, after }: Page): Promise<Appointment[]> {
  const [start = "-1", id = "0"] = after ?? [];
  return await appointmentsWhere(
    db,
    sql`where ${onDay(day)} and a.status = any(${statuses}::int[]) and (a.start_minute, a.id) > (${start}::int, ${id}::bigint)
      order by a.start_minute, a.id limit ${limit}`,
  );
}

export async function countByStatus(db: Db, day: OverviewDay): Promise<StatusCount[]> {
  const { rows } = await sql<StatusCount>`select a.status, count(*)::int as appointments, coalesce(sum(l.pets), 0)::int as pets,
    coalesce(sum(l.price), 0)::text as price, coalesce(sum(a.paid_minor - a.refunded_minor), 0)::text as paid
    from appointment a, lateral (select count(distinct pet_id) as pets, sum(price_minor) as price from pet_service
      where company_id = a.company_id and appointment_id = a.id) l
    where ${onDay(day)} group by a.status`.execute(db);
  return rows;
}

/** Stays of several days that arrive, leave or sleep here, and how many pets with them. */
export async function countStays(db: Db, day: OverviewDay, statuses: readonly number[]): Promise<StayCounts> {
  const { ARRIVAL, DEPARTURE, OVERNIGHT } = OverviewStay;
  const counted = (stay: OverviewStay) => sql`count(*) filter (where ${partOf(stay, day.date)})::int`;
  const petsOf = (stay: OverviewStay) => sql`coalesce(sum(l.pets) filter (where ${partOf(stay, day.date)}), 0)::int`;
  const { rows } = await sql<StayCounts>`select ${counted(ARRIVAL)} as arrivals, ${petsOf(ARRIVAL)} as arriving,
      ${counted(DEPARTURE)} as departures, ${petsOf(DEPARTURE)} as departing,
      coalesce(sum(l.pets) filter (where ${partOf(DEPARTURE, day.date)} and a.status = ${sql.lit(AppointmentStatus.FINISHED)}), 0)::int as gone,
      ${counted(OVERNIGHT)} as nights, ${petsOf(OVERNIGHT)} as sleeping
    from appointment a, lateral (select count(distinct pet_id) as pets from pet_service where company_id = a.company_id and appointment_id = a.id) l
    where ${onDay(unfiltered(day))} and a.end_date > a.date
      and a.status = any(${statuses}::int[])`.execute(db);
  return rows[0] as StayCounts;
}

/** The kinds of care on a day. */
export async function careTypesOn(db: Db, day: OverviewDay): Promise<string[]> {
  const { rows } = await sql<{
    careTypes: string[] | null;
  }>`select l.care_types from appointment a, lateral (select array_agg(distinct care_type) as care_types
      from pet_service where company_id = a.company_id and appointment_id = a.id and care_type <> '') l
    where ${onDay(unfiltered(day))} and a.status <> ${sql.lit(AppointmentStatus.CANCELLED)}`.execute(db);
  return [...new Set(rows.flatMap(({ careTypes }) => careTypes ?? []))].sort();
}
