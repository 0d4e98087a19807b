-- Facts as the other services told them. Each carries the version it came from; an older telling never replaces a newer one.
create table order_fact (
  company_id bigint not null,
  order_id bigint not null,
  business_id bigint not null,
  customer_id bigint not null,
  appointment_id bigint not null default 0,
  business_date date not null,
  status int not null,
  currency text not null,
  sub_total bigint not null,
  discount bigint not null,
  tax bigint not null,
  tips bigint not null,
  total bigint not null,
  remain bigint not null,
  version int not null,
  primary key (company_id, order_id),
  check (total = sub_total - discount + tax + tips)
);
create index order_fact_day on order_fact (company_id, business_id, business_date);
select tenant_table('order_fact');

create table order_line_fact (
  company_id bigint not null,
  order_id bigint not null,
  line_id bigint not null,
  service_id bigint not null,
  name text not null,
  staff_id bigint not null,
  staff_name text not null,
  pet_id bigint not null,
  care_type text not null,
  quantity int not null,
  gross bigint not null,
  discount bigint not null,
  tax bigint not null,
  primary key (company_id, order_id, line_id)
);
select tenant_table('order_line_fact');

create table tip_fact (
  company_id bigint not null,
  order_id bigint not null,
  staff_id bigint not null,
  amount bigint not null,
  primary key (company_id, order_id, staff_id)
);
select tenant_table('tip_fact');

create table money_fact (
  company_id bigint not null,
  kind text not null check (kind in ('payment', 'refund')),
  id bigint not null,
  order_id bigint not null,
  business_id bigint not null,
  customer_id bigint not null,
  business_date date not null,
  method text not null,
  currency text not null,
  amount bigint not null check (amount >= 0),
  tips bigint not null default 0,
  recorded_at timestamptz not null,
  primary key (company_id, kind, id)
);
create index money_fact_day on money_fact (company_id, business_id, business_date);
select tenant_table('money_fact');

create table appointment_fact (
  company_id bigint not null,
  appointment_id bigint not null,
  business_id bigint not null,
  customer_id bigint not null,
  date date not null,
  status int not null,
  no_show boolean not null default false,
  cancelled boolean not null default false,
  pets int not null,
  version int not null,
  primary key (company_id, appointment_id)
);
create index appointment_fact_day on appointment_fact (company_id, business_id, date);
select tenant_table('appointment_fact');

create table staff_fact (
  company_id bigint not null,
  staff_id bigint not null,
  name text not null,
  primary key (company_id, staff_id)
);
select tenant_table('staff_fact');
