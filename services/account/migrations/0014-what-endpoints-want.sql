-- From when on a webhook endpoint wants events: by type for one chosen later than the endpoint was made, "*" for all that are not named.
-- Without either, since it was made.
alter table webhook_endpoint add column wanted_since jsonb not null default '{}';
