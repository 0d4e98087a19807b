-- Appointments that repeat: the rule, and which appointments came of it.
create table appointment_series (
  company_id bigint not null,
  id bigint generated always as identity,
  business_id bigint not null,
  customer_id bigint not null,
  -- As series/rule.ts spells it.
  rule jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (company_id, id)
);
select tenant_table('appointment_series');
select kept('appointment_series', 'for ever', 'the business''s own record');

alter table appointment add column series_id bigint not null default 0;
create index appointment_of_series on appointment (company_id, series_id, date) where series_id <> 0;
