-- What the calendar keeps of others: businesses, staff, closed dates; fed by account's events.
create table business (
  company_id bigint not null,
  business_id bigint not null,
  name text not null default '',
  zone text not null,
  currency text not null,
  primary key (company_id, business_id)
);
select tenant_table('business');

create table staff (
  company_id bigint not null,
  staff_id bigint not null,
  first_name text not null,
  last_name text not null,
  color_code text not null default '',
  business_ids bigint[] not null default '{}',
  show_on_calendar boolean not null default true,
  book_online_available boolean not null default true,
  deleted boolean not null default false,
  sort int not null default 0,
  primary key (company_id, staff_id)
);
select tenant_table('staff');

create table closed_date (
  company_id bigint not null,
  closed_date_id bigint not null,
  business_id bigint not null,
  start_date date not null,
  end_date date not null,
  description text not null default '',
  primary key (company_id, closed_date_id)
);
create index closed_date_of_business on closed_date (company_id, business_id, end_date);
select tenant_table('closed_date');

-- One row per stretch of time in which a rotation holds; the days before a new start date keep the row they had.
create table staff_schedule (
  company_id bigint not null,
  business_id bigint not null,
  staff_id bigint not null,
  start_date date not null,
  end_date date not null default '9999-12-31',
  schedule_type smallint not null check (schedule_type between 1 and 4),
  availability text not null default 'time' check (availability in ('time', 'slot')),
  week_start smallint not null default 0 check (week_start in (0, 1)),
  days jsonb not null check (jsonb_array_length(days) = 28),
  version int not null default 1,
  primary key (company_id, business_id, staff_id, start_date),
  check (start_date <= end_date)
);
select tenant_table('staff_schedule');

create table date_override (
  company_id bigint not null,
  business_id bigint not null,
  staff_id bigint not null,
  date date not null,
  hours jsonb not null,
  primary key (company_id, business_id, staff_id, date)
);
select tenant_table('date_override');

create table calendar_setting (
  company_id bigint not null,
  business_id bigint not null,
  setting jsonb not null,
  version int not null default 1,
  primary key (company_id, business_id)
);
select tenant_table('calendar_setting');
