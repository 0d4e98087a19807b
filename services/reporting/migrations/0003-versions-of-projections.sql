-- An older telling never replaces a newer one: when the newest was written, in milliseconds.
alter table money_fact add column version bigint not null default 0;
alter table staff_fact add column version bigint not null default 0;
