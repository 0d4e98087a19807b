import { rowsOf } from "@leashline/kit";
import type { Db } from "../db.ts";
import { LATE_NOTICE, type Late, LOST_AFTER } from "./insights.ts";

export type Span = { businessId: string; from: string; to: string };
export type BookedRow = { staffId: string; name: string; minutes: number };
export type MissedDayRow = { date: string; noShows: number; late: number };
export type MissedRow = {
  appointmentId: string;
  customerId: string;
  name: string;
  date: string;
  startMinute: number;
  noShow: boolean;
  worth: string;
};
export type OverdueRow = { customerId: string; name: string; lastVisit: string; everyDays: number; daysOverdue: number };

const finished = 3;
/** So many of the last visits say what is usual. */
const usualOf = 6;

// Times of one person that lie over each other count once.
const booked = `select r.staff_id::text as staff_id, coalesce(min(s.name), '') as name, sum(upper(r.taken) - lower(r.taken))::int as minutes from (
    select l.staff_id, a.date, unnest(range_agg(int4range(l.start_minute, l.start_minute + l.minutes))) as taken
    from appointment_fact a join appointment_line_fact l on l.company_id = a.company_id and l.appointment_id = a.appointment_id
    where a.company_id = $1 and a.business_id = $2 and a.date between $3 and $4 and not a.cancelled group by l.staff_id, a.date) r
  left join staff_fact s on s.company_id = $1 and s.staff_id = r.staff_id group by r.staff_id`;

const isLate = `cancelled and not no_show and cancel_notice < ${LATE_NOTICE}`;
const missedDays = `select d::date::text as date, count(a.appointment_id) filter (where no_show)::int as no_shows, count(a.appointment_id) filter (where ${isLate})::int as late
  from generate_series($3::date, $4::date, interval '1 day') d
  left join appointment_fact a on a.company_id = $1 and a.business_id = $2 and a.date = d::date group by d order by d`;
const isMissed = `a.company_id = $1 and a.business_id = $2 and a.date between $3 and $4 and (a.no_show or (${isLate}))`;
const worth = `select coalesce(sum(worth), 0)::text as worth from appointment_fact a where ${isMissed}`;
const missed = `select a.appointment_id::text as appointment_id, a.customer_id::text as customer_id, coalesce(c.name, '') as name, a.date::text as date, a.start_minute,
    a.no_show, a.worth::text as worth
  from appointment_fact a left join client_fact c on c.company_id = a.company_id and c.customer_id = a.customer_id
  where ${isMissed} order by a.date desc, a.start_minute desc, a.appointment_id desc limit $5`;

// What is usual is the mean of the gaps between the last visits; one visit says nothing, and nobody is due within a week. Booked anywhere in the company is booked.
const overdue = `with visits as (
    select customer_id, date, row_number() over (partition by customer_id order by date desc) as nth from (
      select distinct customer_id, date from appointment_fact
      where company_id = $1 and business_id = $2 and status = ${finished} and not cancelled and customer_id <> 0 and date <= $3::date) d
  ), rhythm as (
    select customer_id, max(date) as last, (max(date) - min(date)) / greatest(count(*) - 1, 1) as usual from visits where nth <= ${usualOf} group by customer_id
  ), due as (
    select r.customer_id, c.name, r.last, case when c.every_days > 0 then c.every_days when r.usual > 0 then greatest(r.usual, 7) else 0 end as every
    from rhythm r join client_fact c on c.company_id = $1 and c.customer_id = r.customer_id and not c.inactive
  ), late as materialized (
    select customer_id::text as customer_id, name, last::text as last_visit, every::int as every_days, ($3::date - last - every)::int as days_overdue from due
    where every > 0 and $3::date - last - every between 1 and ${LOST_AFTER}
      and not exists (select 1 from appointment_fact n where n.company_id = $1 and n.customer_id = due.customer_id and n.date >= $3::date
        and not n.cancelled and n.status <> ${finished})
  )
  select late.*, (select jsonb_object_agg(days_overdue, n) from (select days_overdue, count(*) as n from late group by 1) d) as by_days
  from late order by days_overdue, name limit $4`;

export const readBooked = (db: Db, { businessId, from, to }: Span): Promise<BookedRow[]> =>
  rowsOf(db, booked, [db.companyId, businessId, from, to]);

export async function readMissed(db: Db, { businessId, from, to }: Span, most: number) {
  const span = [db.companyId, businessId, from, to];
  const [sum] = await rowsOf<{ worth: string }>(db, worth, span);
  return {
    worth: sum?.worth ?? "0",
    days: await rowsOf<MissedDayRow>(db, missedDays, span),
    appointments: await rowsOf<MissedRow>(db, missed, [...span, most]),
  };
}

/** Those who are late, the latest to fall due first, and how many are late by how many days. */
export async function readOverdue(db: Db, businessId: string, today: string, most: number): Promise<{ rows: OverdueRow[]; days: Late[] }> {
  const rows = await rowsOf<OverdueRow & { byDays: Record<string, number> }>(db, overdue, [db.companyId, businessId, today, most]);
  const days = Object.entries(rows[0]?.byDays ?? {}).map(([late, clients]) => ({ days: Number(late), clients }));
  return { rows: rows.map(({ byDays: _, ...row }) => row), days };
}

export async function staffNames(db: Db): Promise<Map<string, string>> {
  const rows = await rowsOf<{ id: string; name: string }>(db, "select staff_id::text as id, name from staff_fact where company_id = $1", [
    db.companyId,
  ]);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
