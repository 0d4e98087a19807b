import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { sql } from "kysely";
import type { Db } from "../db.ts";
import type { Rule } from "../series/rule.ts";

export type FedStay = {
  readonly id: string;
  readonly seriesId: string;
  readonly date: string;
  readonly endDate: string;
  readonly start: number;
  readonly end: number;
  readonly version: number;
  readonly client: string;
  readonly pets: readonly string[];
  readonly services: readonly string[];
};

/** Who boards or comes for daycare between two days, both included: they have no card in anybody's column. */
export async function readFedStays(db: Db, businessId: string, from: string, to: string): Promise<FedStay[]> {
  const { rows } =
    await sql<FedStay>`select a.id::text, a.series_id::text, a.date, a.end_date, a.start_minute as start, a.end_minute as "end", a.version,
      trim(a.customer_first_name || ' ' || a.customer_last_name) as client,
      array_agg(l.pet_name order by l.position) as pets, array_agg(l.service_name order by l.position) as services
    from appointment a join pet_service l on l.company_id = a.company_id and l.appointment_id = a.id and l.care_type in ('DAYCARE', 'BOARDING')
    where a.company_id = ${db.companyId} and a.business_id = ${businessId} and a.deleted_at is null
      and a.status <> ${sql.lit(AppointmentStatus.CANCELLED)}
      and (a.date between ${from}::date and ${to}::date or (a.end_date > a.date and a.date < ${from}::date and a.end_date >= ${from}::date))
    group by a.company_id, a.id order by a.date, a.start_minute, a.id`.execute(db);
  return rows;
}

const tables = { appointment: sql.table("appointment_series"), block: sql.table("block_series") };

/** How these series repeat, by id. */
export async function readRules(db: Db, of: keyof typeof tables, ids: readonly string[]): Promise<Map<string, Rule>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; rule: Rule }>`select id::text, rule from ${tables[of]}
    where company_id = ${db.companyId} and id = any(${ids}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, rule }) => [id, rule]));
}
