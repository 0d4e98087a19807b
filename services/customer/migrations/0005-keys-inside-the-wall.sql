-- Under row-level security an index serves a condition only when everything in it is leakproof. lower() is not, so what is looked up or paged by
-- without regard to case is a column of its own.
alter table client add column first_name_key text collate "C" generated always as (lower(first_name)) stored;
alter table client add column last_name_key text collate "C" generated always as (lower(last_name)) stored;
alter table client add column email_key text generated always as (lower(email)) stored;
drop index client_by_first_name, client_by_last_name, client_email;
create index client_first_name on client (company_id, first_name_key, id) where deleted_at is null;
create index client_last_name on client (company_id, last_name_key, id) where deleted_at is null;
create index client_email on client (company_id, email_key) where email_key <> '' and deleted_at is null;

alter table pet add column license_key text generated always as (lower(regexp_replace(license_number, '\s', '', 'g'))) stored;
drop index pet_license, pet_type_name;
create index pet_license on pet (company_id, license_key) where license_key <> '' and deleted_at is null;

-- Kinds of client_token are 11 to 14 for an inactive client: a search ranks them last without looking at the client.

-- What a dry run has met says what it was, so that it can tell a repeat from another animal.
drop table import_seen;
create table import_seen (
  company_id bigint not null,
  import_id bigint not null,
  key text not null,
  value text not null,
  primary key (company_id, import_id, key)
);
select tenant_table('import_seen');
