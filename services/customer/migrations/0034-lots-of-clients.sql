-- Clients fall into 1009 lots by their number: some lots stand for all of a large company, whatever its clients have in common with those who came at the same
-- time. Stored, since inside the wall an index serves no expression (decision 0023).
alter table client add column lot smallint not null generated always as ((id % 1009)::smallint) stored;
create index client_lot on client (company_id, lot, id) where deleted_at is null;
-- Counting walks along who stands and what is known of them, in the order of their numbers, without looking at the rows themselves.
create index client_standing on client (company_id, id) include (inactive, type, preferred_business_id) where deleted_at is null;
