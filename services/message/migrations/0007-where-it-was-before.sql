-- When an appointment was before it moved, as its client last heard of it, and since when it has been elsewhere.
alter table visit
  add column previous_date text,
  add column previous_start int,
  add column moved_at timestamptz;
