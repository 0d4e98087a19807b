-- How often somebody has read each hint about holding money on cards ('used': has captured held money), at each location they work at.
create table pre_auth_hint (
  company_id bigint not null,
  business_id bigint not null,
  staff_id bigint not null,
  hint text not null,
  times int not null check (times between 1 and 10),
  primary key (company_id, business_id, staff_id, hint)
);
select tenant_table('pre_auth_hint');
select kept('pre_auth_hint', 'for ever', 'the business''s own record');
