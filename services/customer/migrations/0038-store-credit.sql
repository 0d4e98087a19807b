-- How much store credit a client has, as payment tells it.
create table store_credit (
  company_id bigint not null,
  client_id bigint not null,
  credit_minor bigint not null,
  currency text not null,
  version bigint not null,
  primary key (company_id, client_id)
);
select tenant_table('store_credit');
select kept('store_credit', 'for ever', 'what it was told by the service whose record it is');
