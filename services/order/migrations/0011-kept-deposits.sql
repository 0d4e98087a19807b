-- What of a canceled order's deposits payment keeps for the business, by the deposit policy.
alter table orders add column kept bigint not null default 0 check (kept >= 0);
