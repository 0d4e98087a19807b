-- Pets that a lodging unit takes on a night beyond what it holds, on purpose. Who is booked beyond it in a room is not exclusive and counts in capacity, as in an area.
create table extra_place (
  company_id bigint not null,
  business_id bigint not null,
  lodging_unit_id bigint not null,
  night date not null,
  places int not null check (places between 1 and 500),
  note text not null default '',
  primary key (company_id, business_id, night, lodging_unit_id)
);
select tenant_table('extra_place');
select kept('extra_place', 'for ever', 'the business''s own record');
