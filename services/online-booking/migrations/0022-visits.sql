-- Who looked at the booking page and how far they came: a name the page made up at random, and nothing about the person.
create table page_visit (
  company_id bigint not null,
  business_id bigint not null,
  flow_id text not null,
  step int not null check (step between 1 and 15),
  began_at timestamptz not null default now(),
  primary key (company_id, business_id, flow_id)
);
create index page_visit_days on page_visit (company_id, business_id, began_at);
create index page_visit_age on page_visit (began_at);
select tenant_table('page_visit');
select kept_days('page_visit', 400, 'began_at', 'how far a visitor of the booking page came, from when they opened it');

create index booking_request_sent on booking_request (company_id, business_id, created_at) where flow_id <> '';
