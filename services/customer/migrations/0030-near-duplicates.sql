-- People at one address are found side by side: its street and postal code, without regard to case. Stored, since inside the wall an index serves no expression (decision 0023).
alter table address add column place_key text not null generated always as (
  case when address1 = '' then '' else lower(address1) || ' ' || lower(zipcode) end) stored;
create index address_shared on address (company_id, place_key, client_id) where place_key <> '' and deleted_at is null;
