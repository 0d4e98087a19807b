-- A client's history tells of addresses and contacts that are deleted, too: an index without these left it to read the whole table.
drop index address_client;
create index address_client on address (company_id, client_id);
drop index contact_client;
create index contact_client on contact (company_id, client_id);
