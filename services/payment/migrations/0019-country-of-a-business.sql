-- Decides how much a tip can be; empty until the business is told of again.
alter table business add column country text not null default '';
