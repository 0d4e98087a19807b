-- Blocks that repeat: the rule, and which blocks came of it.
create table block_series (
  company_id bigint not null,
  id bigint generated always as identity,
  business_id bigint not null,
  -- As series/rule.ts spells it.
  rule jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (company_id, id)
);
select tenant_table('block_series');
select kept('block_series', 'for ever', 'the business''s own record');

alter table block add column series_id bigint not null default 0;
create index block_of_series on block (company_id, series_id, date) where series_id <> 0;
