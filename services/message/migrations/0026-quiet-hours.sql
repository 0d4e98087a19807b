-- When clients of a location are not texted; a business without a row has the usual hours.
create table quiet_hours (
  company_id bigint not null,
  business_id bigint not null,
  is_enabled boolean not null,
  -- Minutes since local midnight; over midnight when quiet_from is the later one.
  quiet_from int not null check (quiet_from between 0 and 1439),
  quiet_to int not null check (quiet_to between 0 and 1439),
  version int not null,
  primary key (company_id, business_id)
);
select tenant_table('quiet_hours'), kept('quiet_hours', 'for ever', 'the business''s own record');
-- Until when a text waits for the end of the quiet hours; null once it does not.
alter table message add column wait_until timestamptz;
