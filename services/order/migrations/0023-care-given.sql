-- What the catalogue says of charges beside: what they fall due by, and how they are taxed. Bills that were made before are not taxed for theirs.
alter table service_charge
  add column surcharge_type smallint not null default 0,
  add column tax_id bigint not null default 0;

-- How often the pets of an appointment were given something, as the calendar says it; it may come before the bill itself.
create table care_given (
  company_id bigint not null,
  appointment_id bigint not null,
  -- [{petId, kind, times}]
  given jsonb not null,
  version bigint not null,
  primary key (company_id, appointment_id)
);
select tenant_table('care_given');
select kept('care_given', 'for ever', 'what it was told by the service whose record it is');
