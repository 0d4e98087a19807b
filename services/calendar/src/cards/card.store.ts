import { type RawBuilder, sql } from "kysely";
import type { Db } from "../db.ts";

export type CardsQuestion = {
  companyId: string;
  businessId: string;
  from: string;
  to: string;
  staffIds: readonly string[];
  statuses: readonly number[];
  notes: boolean;
};

const where = (q: CardsQuestion): RawBuilder<unknown> => {
  const staff = q.staffIds.length > 0 ? sql`and staff_id = any(${q.staffIds}::bigint[])` : sql``;
  const status = q.statuses.length > 0 ? sql`and (status = any(${q.statuses}::int[]) or kind = 4)` : sql``;
  return sql`company_id = ${q.companyId} and business_id = ${q.businessId} ${staff} ${status}`;
};

/** The rendered cards of a span of days, one after the other, by date, start and staff; stays that began earlier come first. */
export async function readCards(db: Db, q: CardsQuestion): Promise<Buffer> {
  const body = q.notes ? sql`coalesce(full_card, lean)` : sql`lean`;
  const { rows } = await sql<{ cards: Buffer | null }>`select string_agg(body, '' order by date, start_minute, staff_id, id) as cards from (
    select ${body} as body, date, start_minute, staff_id, id from card
      where ${where(q)} and date between ${q.from}::date and ${q.to}::date
    union all
    select ${body}, date, start_minute, staff_id, id from card
      where ${where(q)} and end_date >= ${q.from}::date and end_date > date and date < ${q.from}::date) as shown`.execute(db);
  return rows[0]?.cards ?? Buffer.alloc(0);
}
