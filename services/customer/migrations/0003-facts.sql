-- What other services said about our clients: visits from calendar, balances from order. client_fact sums them up for filters and sorting.
create table visit (
  company_id bigint not null,
  appointment_id bigint not null,
  client_id bigint not null,
  business_id bigint not null,
  date date not null,
  ends_at timestamptz not null,
  status smallint not null,
  no_show smallint not null default 0,
  pet_ids bigint[] not null default '{}',
  staff_ids bigint[] not null default '{}',
  version int not null,
  primary key (company_id, appointment_id)
);
create index visit_client on visit (company_id, client_id, date);
select tenant_table('visit');

create table order_balance (
  company_id bigint not null,
  order_id bigint not null,
  client_id bigint not null,
  paid_minor bigint not null default 0,
  refunded_minor bigint not null default 0,
  remain_minor bigint not null default 0,
  currency text not null,
  version int not null,
  primary key (company_id, order_id)
);
create index order_balance_client on order_balance (company_id, client_id);
select tenant_table('order_balance');

create table client_fact (
  company_id bigint not null,
  client_id bigint not null,
  upcoming_count int not null default 0,
  finished_count int not null default 0,
  cancelled_count int not null default 0,
  no_show_count int not null default 0,
  total_count int not null default 0,
  last_visit date,
  next_visit date,
  paid_minor bigint not null default 0,
  outstanding_minor bigint not null default 0,
  currency text not null default '',
  primary key (company_id, client_id)
);
create index client_fact_last_visit on client_fact (company_id, last_visit, client_id);
create index client_fact_next_visit on client_fact (company_id, next_visit, client_id);
create index client_fact_paid on client_fact (company_id, paid_minor, client_id);
create index client_fact_outstanding on client_fact (company_id, outstanding_minor, client_id);
create index client_fact_finished on client_fact (company_id, finished_count, client_id);
create index client_fact_total on client_fact (company_id, total_count, client_id);
select tenant_table('client_fact');

-- Sums up one company's clients again from what was heard; answers nothing, may run at any time. "Upcoming" is open and not over yet.
create function refresh_facts(of_company bigint, of_clients bigint[]) returns void language sql as $$
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
      min(date) filter (where status not in (3, 4) and ends_at >= now()) as next_visit
    from visit where company_id = of_company and client_id = c.id) v
  cross join lateral (
    select coalesce(sum(paid_minor - refunded_minor), 0)::bigint as paid, coalesce(sum(remain_minor), 0)::bigint as owed,
      coalesce(min(currency), '') as currency
    from order_balance where company_id = of_company and client_id = c.id) b
  on conflict (company_id, client_id) do update set upcoming_count = excluded.upcoming_count, finished_count = excluded.finished_count,
    cancelled_count = excluded.cancelled_count, no_show_count = excluded.no_show_count, total_count = excluded.total_count,
    last_visit = excluded.last_visit, next_visit = excluded.next_visit, paid_minor = excluded.paid_minor,
    outstanding_minor = excluded.outstanding_minor, currency = excluded.currency
$$;
