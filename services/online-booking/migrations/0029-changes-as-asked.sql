-- When the appointment was to begin as its client asked for the change: local day, and minutes since local midnight. Neither is known of older ones.
alter table change_request
  add column asked_date date,
  add column asked_start int check (asked_start between 0 and 1439);
