-- On which days of a boarding stay a service of it takes place: 0 all of the visit, 1 first, 2 last, 3 every day, 4 the day that is named.
-- What is there already is looked at by the migration after this one, which keeps nobody from reading or writing meanwhile.
alter table pet_service
  add column stay_day smallint not null default 0,
  add column service_date date,
  add constraint service_date_of_a_named_day check ((service_date is not null) = (stay_day = 4)) not valid;
