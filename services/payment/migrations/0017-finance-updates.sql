-- What somebody has seen of a location's money to look at; something new makes another mark.
create table finance_dismissal (
  company_id bigint not null,
  business_id bigint not null,
  staff_id bigint not null,
  mark text not null,
  update_time timestamptz not null default now(),
  primary key (company_id, business_id, staff_id)
);
select tenant_table('finance_dismissal');
select kept('finance_dismissal', 'for ever', 'the business''s own record');
