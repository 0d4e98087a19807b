-- The version that its last move made of a visit, and the newest one of which its client is not to hear.
alter table visit
  add column moved_version int,
  add column untold_version int;
