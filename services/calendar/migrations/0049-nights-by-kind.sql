-- Rooms and areas are read one after the other: neither goes through the rows of the other. The other index goes afterward, so that reading waits for nothing.
create index occupancy_of_kind on occupancy (company_id, business_id, resource_kind, day) where resource_kind in (2, 3);
drop index occupancy_of_lodging;
