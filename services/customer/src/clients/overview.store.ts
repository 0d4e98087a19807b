import { sql } from "kysely";
import type { Db } from "../db.ts";

/** The locations that are told of; null for every one. */
export type Places = readonly string[] | null;
export const there = (at: Places) => (at ? sql` and business_id = any(${at}::bigint[])` : sql``);
/** Of which location a bill is, is known by its visit; one without a visit is told where all are. */
export const ofVisitThere = (at: Places) =>
  at
    ? sql` and exists (select 1 from visit x where x.company_id = o.company_id and x.appointment_id = o.appointment_id and x.business_id = any(${at}::bigint[]))`
    : sql``;

export type Overview = {
  upcoming: number;
  finished: number;
  cancelled: number;
  noShow: number;
  total: number;
  lastVisit: string | null;
  nextVisit: string | null;
  paidMinor: string;
  outstandingMinor: string;
  currency: string;
  creditMinor: string;
  creditCurrency: string;
  alert: string;
  frequencyDay: number;
  frequencyType: number;
};

/** What each client amounts to at this moment, from the appointments and balances kept here. An appointment still to come is not owed for yet. Only of what is at these locations. */
export async function overviewsOf(db: Db, clientIds: readonly string[], at: Places): Promise<Map<string, Overview>> {
  const { rows } = await sql<Overview & { id: string }>`
    select c.id, v.*, b.*, coalesce(s.credit_minor, 0)::bigint as credit_minor, coalesce(s.currency, '') as credit_currency, c.preferred_frequency_day as frequency_day, c.preferred_frequency_type as frequency_type,
      coalesce((select n.note from note n where n.company_id = c.company_id and n.client_id = c.id and n.is_alert and n.deleted_at is null
        order by n.id desc limit 1), '') as alert
    from client c left join store_credit s on s.company_id = c.company_id and s.client_id = c.id
    cross join lateral (
      select count(*) filter (where status not in (3, 4) and ends_at >= now())::int as upcoming,
        count(*) filter (where status = 3)::int as finished,
        count(*) filter (where status = 4)::int as cancelled,
        count(*) filter (where status = 4 and no_show = 1)::int as no_show,
        count(*)::int as total,
        max(date) filter (where status = 3) as last_visit,
        min(date) filter (where status not in (3, 4) and least(ends_at, day_ends_at) >= now()) as next_visit
      from visit where company_id = c.company_id and client_id = c.id${there(at)}) v
    cross join lateral (
      select coalesce(sum(o.paid_minor - o.refunded_minor), 0)::bigint as paid_minor,
        coalesce(sum(o.remain_minor) filter (where w.appointment_id is null), 0)::bigint as outstanding_minor,
        coalesce(min(o.currency), '') as currency
      from order_balance o left join visit w on w.company_id = o.company_id and w.appointment_id = o.appointment_id
        and w.status not in (3, 4) and w.ends_at >= now()
      where o.company_id = c.company_id and o.client_id = c.id${ofVisitThere(at)}) b
    where c.company_id = ${db.companyId} and c.id = any(${clientIds}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
