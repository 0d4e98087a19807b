-- Daycare is asked for by the day, several at once: `date` is the first of them.
alter table booking_request
  add column by_day boolean not null default false,
  add column more_dates text[] not null default '{}';
