-- Rooms and areas are read one after the other: neither goes through the rows of the other.
drop index occupancy_of_lodging;
create index occupancy_of_lodging on occupancy (company_id, business_id, resource_kind, day) where resource_kind in (2, 3);
