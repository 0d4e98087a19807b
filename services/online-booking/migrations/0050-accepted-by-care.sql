-- Whom the business takes online bookings from where a care type has a rule of its own: {"careType", "acceptedClientType"}; the others follow accepted_client_type.
alter table setting add column accepted_by_care jsonb not null default '[]';
