-- How many cards a client has on file, as payment tells it: the client list is filtered by it.
create table card_on_file (
  company_id bigint not null,
  client_id bigint not null,
  cards int not null,
  version bigint not null,
  primary key (company_id, client_id)
);
select tenant_table('card_on_file');
select kept('card_on_file', 'for ever', 'what it was told by the service whose record it is');
