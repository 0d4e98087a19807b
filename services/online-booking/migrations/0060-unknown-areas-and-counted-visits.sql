-- Too little is known of where somebody would be visited to tell whether it lies in a service area; nothing is offered to them by itself.
alter table waitlist_entry add column area_unknown boolean not null default false;
update waitlist_entry e set area_unknown = true from booking_request r
  where r.company_id = e.company_id and r.id = e.booking_request_id and r.address->>'areaUnknown' = 'true';
-- The measurement ID under which visits of the booking page are counted with Google Analytics; empty: they are not.
alter table setting add column analytics_id text not null default '';
