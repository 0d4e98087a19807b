-- Where the pets of a walk are picked up, as it was said with the request; null for what is no walk, and where nothing was said.
alter table booking_request add column address jsonb;
-- The same of whoever waits, of the client's addresses; 0 for their primary one.
alter table waitlist_entry add column address_id bigint not null default 0;
