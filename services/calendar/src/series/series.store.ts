import { sql } from "kysely";
import { appointmentsWhere } from "../appointments/appointment.store.ts";
import type { Appointment } from "../appointments/appointment.ts";
import type { CalendarTx, Db } from "../db.ts";
import type { Rule } from "./rule.ts";

type Kept = { readonly businessId: string; readonly customerId: string; readonly rule: Rule };

export async function insertSeries(tx: CalendarTx, { businessId, customerId, rule }: Kept): Promise<string> {
  const { rows } = await sql<{ id: string }>`insert into appointment_series (company_id, business_id, customer_id, rule)
    values (${tx.ctx.companyId}, ${businessId}, ${customerId}, ${JSON.stringify(rule)}::jsonb) returning id::text`.execute(tx.db);
  return rows[0]?.id as string;
}

export async function findRule(db: Db, id: string): Promise<Rule | undefined> {
  const { rows } = await sql<{ rule: Rule }>`select rule from appointment_series where company_id = ${db.companyId} and id = ${id}`.execute(
    db,
  );
  return rows[0]?.rule;
}

/** The appointments of a series from a day on, by date; deleted ones are not among them. */
export const readMembers = (db: Db, seriesId: string, from: string): Promise<Appointment[]> =>
  appointmentsWhere(
    db,
    sql`where a.company_id = ${db.companyId} and a.series_id = ${seriesId} and a.series_id <> 0 and a.date >= ${from}::date and a.deleted_at is null
      order by a.date, a.id`,
  );

/** The day of the first appointment that a series ever had, a deleted one as well. */
export async function readBeginning(db: Db, seriesId: string): Promise<string | undefined> {
  const { rows } = await sql<{ date: string | null }>`select min(date) as date from appointment
    where company_id = ${db.companyId} and series_id = ${seriesId} and series_id <> 0`.execute(db);
  return rows[0]?.date ?? undefined;
}
