-- Clients are reminded so many days before a vaccine expires (0: never), once for each day of expiry.
alter table vaccine_setting
  add column remind_days_before int not null default 0 check (remind_days_before between 0 and 90),
  add column remind_by_text boolean not null default true,
  add column remind_by_email boolean not null default true;
alter table pet_vaccine
  add column reminded_for date,
  add column reminded_at timestamptz;
create index pet_vaccine_expires on pet_vaccine (company_id, expiration_date) where expiration_date is not null;
