-- Whether a walk outside the service areas is refused rather than asked for.
alter table setting add column only_in_service_areas boolean not null default false;
