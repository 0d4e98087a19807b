-- Where an address is, as numbers: clients near a place are found by them.
alter table address
  add column lat_degrees double precision generated always as (nullif(lat, '')::double precision) stored,
  add column lng_degrees double precision generated always as (nullif(lng, '')::double precision) stored;
create index address_place on address (company_id, lat_degrees, lng_degrees) where deleted_at is null and is_primary and lat_degrees is not null;
