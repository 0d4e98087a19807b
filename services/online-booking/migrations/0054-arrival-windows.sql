-- What whoever asked was told around the start, in minutes before and after it; 0 and 0 where the start itself was told.
alter table booking_request add column arrival_before int not null default 0;
alter table booking_request add column arrival_after int not null default 0;
