-- What smart scheduling goes by: minutes at each stop, service areas, and the locations that differ.
create table smart_schedule_setting (
  company_id bigint primary key,
  setting jsonb not null,
  version int not null default 1
);
select tenant_table('smart_schedule_setting');
select kept('smart_schedule_setting', 'for ever', 'the business''s own record');
