-- The bill of a place in a class has no appointment, but its client is as little new after it as after a visit.
alter table order_account add column for_class boolean not null default false;
