-- Rooms that are kept while somebody decides. They count as taken for whoever books, as long as the hold lasts.
create table stay_hold (
  company_id bigint not null,
  token text not null,
  business_id bigint not null,
  -- Holder of scheduling/verdict.ts.
  holder smallint not null check (holder between 0 and 4),
  -- Bounds count by these, and a hold can be given back by one.
  keys text[] not null default '{}',
  -- What it keeps: [{kind, id, day, fromUtc, toUtc, seats}], as in occupancy.
  places jsonb not null,
  expires_at timestamptz not null,
  primary key (company_id, token)
);
create index stay_hold_of_business on stay_hold (company_id, business_id, expires_at);
create index stay_hold_age on stay_hold (expires_at);
select tenant_table('stay_hold');
select kept_days('stay_hold', 1, 'expires_at', 'rooms held for somebody, from when that runs out');
