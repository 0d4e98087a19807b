-- An area may be all that lies within a distance (by_distance, which comes before by_zipcode). Its middle is kept in millionths of a degree, and moves with the
-- location where it is that.
alter table service_area
  add column by_distance boolean not null default false,
  add column radius_meters int check (radius_meters between 1 and 500000),
  add column center_lat int check (center_lat between -90000000 and 90000000),
  add column center_lng int check (center_lng between -180000000 and 180000000),
  add column center_address text not null default '',
  add column at_location boolean not null default false,
  add check (num_nulls(radius_meters, center_lat, center_lng) in (0, 3)),
  add check (not by_distance or radius_meters is not null);
