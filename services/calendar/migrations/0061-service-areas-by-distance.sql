-- What says where an area is; a circle keeps its middle in millionths of a degree, and around the location it moves with that.
alter table service_area add column kind text not null default 'zipcodes' check (kind in ('zipcodes', 'polygon', 'circle'));
update service_area set kind = 'polygon' where not by_zipcode;
alter table service_area alter column kind drop default, drop column by_zipcode;
alter table service_area
  add column radius_meters int check (radius_meters between 1 and 500000),
  add column center_lat int check (center_lat between -90000000 and 90000000),
  add column center_lng int check (center_lng between -180000000 and 180000000),
  add column center_address text not null default '',
  add column at_location boolean not null default false,
  add check (num_nulls(radius_meters, center_lat, center_lng) in (0, 3)),
  add check (kind <> 'circle' or radius_meters is not null);
