-- Charges that put themselves onto the bills of visits: for which care types and at which locations, empty for all.
alter table service_charge
  add column auto_apply boolean not null default false,
  add column care_types text[] not null default '{}',
  add column business_ids bigint[] not null default '{}';
