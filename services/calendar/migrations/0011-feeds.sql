-- Secret addresses at which other calendars read a staff member's appointments, or a location's (staff 0). What an address is made of stands here,
-- the address itself does not; a higher serial makes the ones before it lead nowhere.
create table calendar_feed (
  company_id bigint not null,
  business_id bigint not null,
  staff_id bigint not null,
  serial int not null default 1,
  open boolean not null default true,
  create_time timestamptz not null default now(),
  read_time timestamptz,
  primary key (company_id, business_id, staff_id)
);
select tenant_table('calendar_feed');
select kept('calendar_feed', 'for ever', 'the business''s own record');
