-- Told apart without being known: the device it was sent from. Forms from before were counted by network alone.
alter table intake_submission add column device text not null default '';
create index intake_submission_device on intake_submission (company_id, device, created_at);

-- Signatures that were given before this day is over count until then. `date_ends_at` is when it is over where whoever set it works.
-- So many days before a signature runs out its client is asked anew, and once more when it has (0: never).
-- A link goes out by itself when a visit is booked that asks for it; those from before are turned on by hand.
alter table agreement
  add column expire_date date,
  add column date_ends_at timestamptz,
  add column remind_days_before int not null default 0 check (remind_days_before between 0 and 90),
  add column send_on_booking boolean not null default false;
alter table agreement alter column send_on_booking set default true;

-- SHA-256 of each uploaded file, as it is kept; like all that was signed it is written once.
alter table agreement_record add column upload_hashes text[] not null default '{}';
