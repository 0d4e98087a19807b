-- What is asked for ahead of the visit, out of the total; 0: nothing.
alter table orders add column deposit bigint not null default 0 check (deposit >= 0);
