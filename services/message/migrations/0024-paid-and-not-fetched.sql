-- The payment that completed its bill finished it: nobody saw its pets off, and that they are ready is still news.
alter table visit add column finished_by_payment boolean not null default false;
