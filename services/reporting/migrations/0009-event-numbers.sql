-- Which event told the version that is kept, as its owner counts events: one that is heard again is not newer than itself. Rows from before take one of
-- their version once more.
alter table appointment_fact add column event_number bigint not null default 0;
alter table order_fact add column event_number bigint not null default 0;
