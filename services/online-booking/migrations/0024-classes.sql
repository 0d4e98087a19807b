-- A group class is asked for by its series: `date` is its first session, `more_dates` are the others.
alter table booking_request
  add column class_id bigint not null default 0,
  add column class_wait boolean not null default false;

-- A pet in a class has no appointment.
alter table booking_request
  drop constraint booking_request_check1,
  add constraint appointment_once_accepted check (case when class_id = 0 then (state = 'accepted') = (appointment_id <> 0) else appointment_id = 0 end);
