-- The number, from those of the requests, under which lies what was signed when they joined the waitlist from the booking page; 0: nothing was.
alter table waitlist_entry add column signed_as bigint not null default 0;
