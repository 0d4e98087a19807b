-- An older telling never replaces a newer one: when the newest was written, in milliseconds.
alter table business add column version bigint not null default 0;
alter table staff add column version bigint not null default 0;
alter table closed_date add column version bigint not null default 0;
