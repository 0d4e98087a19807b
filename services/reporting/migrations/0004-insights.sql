-- What insights count: whose time is booked, what was missed, and who is due. Rows from before are filled by `make rebuild`.
alter table appointment_fact
  add column start_minute int not null default 0,
  -- Minutes before its beginning at which it was canceled; negative after it. Null while it is not canceled, or where nobody told.
  add column cancel_notice int,
  add column worth bigint not null default 0;
create index appointment_fact_client on appointment_fact (company_id, customer_id, date);

create table appointment_line_fact (
  company_id bigint not null,
  appointment_id bigint not null,
  line_id bigint not null,
  staff_id bigint not null,
  start_minute int not null,
  minutes int not null check (minutes >= 0),
  primary key (company_id, appointment_id, line_id)
);
select tenant_table('appointment_line_fact');

create table client_fact (
  company_id bigint not null,
  customer_id bigint not null,
  name text not null default '',
  -- Days between visits that they wish for; 0 when they did not say.
  every_days int not null default 0,
  inactive boolean not null default false,
  version bigint not null default 0,
  primary key (company_id, customer_id)
);
select tenant_table('client_fact');

select kept(t, 'for ever', 'what it was told by the service whose record it is') from unnest(array['appointment_line_fact', 'client_fact']::regclass[]) t;
