-- What of a canceled appointment's deposit the business keeps, as the order says it.
alter table appointment add column kept_minor bigint not null default 0;
