-- Boarding is asked for by the stay.
alter table booking_request
  -- The day on which the pets leave; empty for what ends on the day on which it begins.
  add column end_date date,
  -- The type of room that was asked for; 0: any.
  add column lodging_type_id bigint not null default 0,
  drop constraint booking_request_check,
  add constraint booking_request_ends check (end_time between 0 and 1440 and (end_date > date or (end_date is null and end_time > start_time)));

alter table setting
  add column stay_min_nights int not null default 1,
  add column stay_max_nights int not null default 30,
  add column stay_notice_hours int not null default 24,
  -- Minutes since local midnight.
  add column stay_arrival_from int not null default 540,
  add column stay_arrival_to int not null default 1080,
  add column stay_departure_from int not null default 540,
  add column stay_departure_to int not null default 1080;
