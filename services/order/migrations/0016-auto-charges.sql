-- The charges that put themselves onto bills, as the catalogue says it.
create table service_charge (
  company_id bigint not null,
  service_charge_id bigint not null,
  name text not null,
  price_minor bigint not null,
  apply_type smallint not null,
  is_active boolean not null,
  auto_apply boolean not null,
  care_types text[] not null default '{}',
  business_ids bigint[] not null default '{}',
  deleted boolean not null default false,
  version bigint not null default 0,
  primary key (company_id, service_charge_id)
);
select tenant_table('service_charge');
select kept('service_charge', 'for ever', 'what it was told by the service whose record it is');

-- Those that were in force when its visit was booked: [{serviceChargeId, name, unitPrice, perPet, careTypes, businessIds, off}]; off once somebody took it off.
alter table orders add column auto_charges jsonb not null default '[]';
