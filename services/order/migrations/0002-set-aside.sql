-- What staff gave to services that are off the appointment just now (discounts, who did it), for when the change is taken back.
alter table orders add column set_aside jsonb not null default '[]';
