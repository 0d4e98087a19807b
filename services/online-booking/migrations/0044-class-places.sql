-- Who waits for a place in a group class: the class, and the pet's enrolment there, which waits too.
alter table waitlist_entry add column class_id bigint not null default 0, add column enrolment_id bigint not null default 0;
create unique index waitlist_entry_enrolment on waitlist_entry (company_id, enrolment_id) where enrolment_id <> 0;
create index waitlist_entry_class on waitlist_entry (company_id, class_id, id) where class_id <> 0;

-- A place of a class that came free: `date` and the minutes are those of the next session, `end_date` is the day of the last one.
alter table freed_time
  add column class_id bigint not null default 0,
  drop constraint freed_time_kind_check,
  add constraint freed_time_kind_check check (kind in ('time', 'stay', 'daycare', 'seat'));
