-- A stay is the client's next visit until the day on which it began is over, not until the pet goes home. The end of that day, at the shop's own midnight.
alter table visit add column day_ends_at timestamptz;

-- As before, but for the next visit.
create or replace function refresh_facts(of_company bigint, of_clients bigint[]) returns void language sql as $$
  insert into client_fact as f (company_id, client_id, upcoming_count, finished_count, cancelled_count, no_show_count, total_count,
    last_visit, next_visit, paid_minor, outstanding_minor, currency)
  select of_company, c.id, v.upcoming, v.finished, v.cancelled, v.no_show, v.total, v.last_visit, v.next_visit, b.paid, b.owed, b.currency
  from unnest(of_clients) as c(id)
  cross join lateral (
    select count(*) filter (where status not in (3, 4) and ends_at >= now())::int as upcoming,
      count(*) filter (where status = 3)::int as finished,
      count(*) filter (where status = 4)::int as cancelled,
      count(*) filter (where status = 4 and no_show = 1)::int as no_show,
      count(*)::int as total,
      max(date) filter (where status = 3) as last_visit,
      min(date) filter (where status not in (3, 4) and least(ends_at, day_ends_at) >= now()) as next_visit
    from visit where company_id = of_company and client_id = c.id) v
  cross join lateral (
    select coalesce(sum(o.paid_minor - o.refunded_minor), 0)::bigint as paid,
      coalesce(sum(o.remain_minor) filter (where w.appointment_id is null), 0)::bigint as owed,
      coalesce(min(o.currency), '') as currency
    from order_balance o left join visit w on w.company_id = o.company_id and w.appointment_id = o.appointment_id
      and w.status not in (3, 4) and w.ends_at >= now()
    where o.company_id = of_company and o.client_id = c.id) b
  on conflict (company_id, client_id) do update set upcoming_count = excluded.upcoming_count, finished_count = excluded.finished_count,
    cancelled_count = excluded.cancelled_count, no_show_count = excluded.no_show_count, total_count = excluded.total_count,
    last_visit = excluded.last_visit, next_visit = excluded.next_visit, paid_minor = excluded.paid_minor,
    outstanding_minor = excluded.outstanding_minor, currency = excluded.currency
$$;

-- Stays that were heard of before this: their shops are American, and midnight in the middle of the country is near enough.
update visit set day_ends_at = (date + 1)::timestamp at time zone 'America/Chicago'
where status not in (3, 4) and ends_at > (date + 2)::timestamp at time zone 'America/Chicago';
select refresh_facts(company_id, array_agg(distinct client_id)) from visit where day_ends_at < now() group by company_id;
