-- Where the pet of a boarding line sleeps: [{unitId, from, to}], local days, one after the other.
alter table pet_service add column lodgings jsonb not null default '[]';

-- What offering told of lodging types and units.
create table lodging_type (
  company_id bigint not null,
  lodging_type_id bigint not null,
  name text not null,
  -- SpaceType of lodging_service.proto: 1 area, 2 room or kennel.
  space_type smallint not null,
  capacity int not null,
  max_weight double precision not null default 0,
  pet_types text[] not null default '{}',
  pet_size_ids bigint[] not null default '{}',
  sort int not null default 0,
  deleted boolean not null default false,
  version bigint not null default 0,
  primary key (company_id, lodging_type_id)
);
select tenant_table('lodging_type');

create table lodging_unit (
  company_id bigint not null,
  lodging_unit_id bigint not null,
  business_id bigint not null,
  lodging_type_id bigint not null,
  name text not null,
  -- 0: as its type says.
  capacity int not null default 0,
  -- [{startDate, endDate, reason}], local days, both ends included.
  out_of_service jsonb not null default '[]',
  sort int not null default 0,
  deleted boolean not null default false,
  version bigint not null default 0,
  primary key (company_id, lodging_unit_id)
);
create index lodging_unit_of_business on lodging_unit (company_id, business_id);
select tenant_table('lodging_unit');
select kept(t, 'for ever', 'what it was told by the service whose record it is') from unnest(array['lodging_type', 'lodging_unit']::regclass[]) t;

-- What takes a lodging unit or area on some nights, whichever unit.
create index occupancy_of_lodging on occupancy (company_id, business_id, day) where resource_kind in (2, 3);
