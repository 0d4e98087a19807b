-- Places of daycare are shared like those of areas: 6 is a location's morning, 7 its afternoon; the resource is the location itself.
alter table occupancy drop constraint occupancy_resource_kind_check, add check (resource_kind between 1 and 7);
alter table capacity drop constraint capacity_resource_kind_check, add check (resource_kind between 2 and 7);

-- How many pets a location takes for daycare: DaycareSetting of daycare_service.proto as JSON.
create table daycare_setting (
  company_id bigint not null,
  business_id bigint not null,
  setting jsonb not null,
  version int not null default 1,
  primary key (company_id, business_id)
);
select tenant_table('daycare_setting');
select kept('daycare_setting', 'for ever', 'the business''s own record');

-- Days with a number of their own.
create table daycare_day (
  company_id bigint not null,
  business_id bigint not null,
  day date not null,
  heads int not null check (heads >= 0),
  note text not null default '',
  primary key (company_id, business_id, day)
);
select tenant_table('daycare_day');
select kept('daycare_day', 'for ever', 'the business''s own record');
