-- Instead of yes or no: who asked waits for another time.
alter table booking_request
  drop constraint booking_request_state_check,
  add constraint booking_request_state_check check (state in ('submitted', 'accepting', 'accepted', 'declined', 'waitlisted'));
