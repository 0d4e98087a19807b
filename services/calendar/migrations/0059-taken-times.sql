-- Whoever looks for free time or for who drives where reads very many taken times and little of each: they come from the index alone. The other index goes
-- afterward, so that reading is never without one. Taking and giving back time waits until the new one is built.
create index occupancy_of_person on occupancy (company_id, resource_kind, resource_id, from_utc, to_utc) include (source_id, business_id, source_kind);
drop index occupancy_of_resource;
-- An index answers for a page once it was vacuumed after its last change. The days ahead change most, of a table of which most is long past.
alter table occupancy set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
