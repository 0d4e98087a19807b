-- The share of a day's openings that the booking page leaves out, in percent; 0 shows them all.
alter table setting add column busy_filter int not null default 0 check (busy_filter in (0, 25, 40, 50));
