-- Something may be given on some days only: from a first day, until a last one, on every so many days.
alter table care_schedule
  add column first_date date,
  add column last_date date,
  add column every_days int not null default 1 check (every_days between 1 and 14),
  add check (last_date >= first_date);
