-- Whose the places and readers are that the card provider keeps.
create table terminal_location (
  company_id bigint not null,
  seq bigint not null generated always as identity,
  location_id text not null,
  business_id bigint not null,
  display_name text not null,
  line1 text not null,
  line2 text not null,
  city text not null,
  state text not null,
  postal_code text not null,
  country text not null,
  version int not null default 1,
  create_time timestamptz not null default now(),
  primary key (company_id, location_id)
);
create index terminal_location_of_business on terminal_location (company_id, business_id, seq);
select tenant_table('terminal_location');
select kept('terminal_location', 'for ever', 'the business''s own record');

create table terminal_reader (
  company_id bigint not null,
  seq bigint not null generated always as identity,
  reader_id text not null,
  location_id text not null,
  business_id bigint not null,
  label text not null,
  device_type text not null,
  serial_number text not null,
  create_time timestamptz not null default now(),
  primary key (company_id, reader_id)
);
create index terminal_reader_of_business on terminal_reader (company_id, business_id, seq);
select tenant_table('terminal_reader');
select kept('terminal_reader', 'for ever', 'the business''s own record');

-- The reader that a payment waits at or was taken by; empty for every other payment.
alter table payment add column reader_id text not null default '';
