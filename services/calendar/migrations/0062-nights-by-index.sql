-- Whoever looks for a room reads thousands of nights and little of each: they come from the index alone. The other index goes afterward, so that reading waits for
-- nothing. Booking waits until the new one is built.
create index occupancy_of_nights on occupancy (company_id, business_id, resource_kind, day)
  include (resource_id, from_utc, to_utc, source_kind, source_id, seats, exclusive) where resource_kind in (2, 3);
drop index occupancy_of_kind;
