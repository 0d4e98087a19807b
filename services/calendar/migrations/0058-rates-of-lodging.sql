-- What a night in a room of a type costs, as offering told it: LodgingRateKind of lodging_rate.proto, 0 for as the boarding.
alter table lodging_type add column rate_kind smallint not null default 0;
alter table lodging_type add column rate_minor bigint not null default 0;
