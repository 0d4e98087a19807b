import type { Ctx } from "@leashline/kit";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../db.ts";
import { toldPlaces } from "./visibility.ts";

/** The locations that are told of; null for every one. */
export type Places = readonly string[] | null;
export const there = (at: Places) => (at ? sql` and business_id = any(${at}::bigint[])` : sql``);
/** Of which location a bill is, is known by its visit; one without a visit is told where all are. */
export const ofVisitThere = (at: Places) =>
  at
    ? sql` and exists (select 1 from visit x where x.company_id = o.company_id and x.appointment_id = o.appointment_id and x.business_id = any(${at}::bigint[]))`
    : sql``;

/**
 * What clients are filtered and sorted by, as the table of facts has it: where all locations are told of that table, else the same of what is at these, summed
 * up as it is asked for, as `refresh_facts` in the database does it. Who was nowhere there has no row.
 */
export const factsAt = (companyId: string, at: Places): RawBuilder<unknown> =>
  at === null
    ? sql`client_fact`
    : sql`(select company_id, client_id, sum(upcoming)::int as upcoming_count, sum(finished)::int as finished_count, sum(cancelled)::int as cancelled_count,
        sum(no_show)::int as no_show_count, sum(total)::int as total_count, max(last_visit) as last_visit, min(next_visit) as next_visit,
        sum(paid)::bigint as paid_minor, sum(owed)::bigint as outstanding_minor
      from (
        select company_id, client_id, (status not in (3, 4) and ends_at >= now())::int as upcoming, (status = 3)::int as finished,
          (status = 4)::int as cancelled, (status = 4 and no_show = 1)::int as no_show, 1 as total, case when status = 3 then date end as last_visit,
          case when status not in (3, 4) and least(ends_at, day_ends_at) >= now() then date end as next_visit, 0 as paid, 0 as owed
        from visit where company_id = ${companyId}${there(at)}
        union all
        select o.company_id, o.client_id, 0, 0, 0, 0, 0, null, null, o.paid_minor - o.refunded_minor,
          case when x.status not in (3, 4) and x.ends_at >= now() then 0 else o.remain_minor end
        from order_balance o join visit x on x.company_id = o.company_id and x.appointment_id = o.appointment_id
        where o.company_id = ${companyId} and x.business_id = any(${at}::bigint[])) told
      group by company_id, client_id)`;

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
export async function overviewsAt(db: Db, clientIds: readonly string[], at: Places): Promise<Map<string, Overview>> {
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

/** The same as far as the caller is told of it. */
export const overviewsOf = (ctx: Ctx, db: Db, clientIds: readonly string[]): Promise<Map<string, Overview>> =>
  overviewsAt(db, clientIds, toldPlaces(ctx));
