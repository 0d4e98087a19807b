-- A walk that lies in none of the service areas; nothing is offered to them by itself.
alter table waitlist_entry add column out_of_area boolean not null default false;
update waitlist_entry e set out_of_area = true from booking_request r
  where r.company_id = e.company_id and r.id = e.booking_request_id and r.address->>'outOfArea' = 'true';
