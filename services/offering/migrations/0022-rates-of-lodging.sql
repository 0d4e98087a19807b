-- What a night in a room of a type costs, where that is not what the boarding costs: LodgingRateKind of lodging_rate.proto, 0 for as the boarding.
alter table lodging_type add column rate_kind smallint not null default 0 check (rate_kind between 0 and 3);
alter table lodging_type add column rate_minor bigint not null default 0 check (rate_minor >= 0);
alter table lodging_type add column rate_currency text not null default '';
