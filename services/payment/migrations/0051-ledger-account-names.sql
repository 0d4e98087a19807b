-- What a business calls an account of its ledger where that is not the standard. Names stand beside the ledger: nothing that is sealed holds them.
create table ledger_account_name (
  company_id bigint not null,
  business_id bigint not null,
  -- As ledger_posting names it.
  account text not null,
  -- Empty: the standard one.
  name text not null default '' check (char_length(name) <= 60),
  -- As the bookkeeper numbers it, for example "4000"; empty: the standard one.
  number text not null default '' check (number ~ '^[A-Za-z0-9]{0,10}$'),
  description text not null default '' check (char_length(description) <= 500),
  -- An account that was never named is at 1.
  version int not null,
  update_time timestamptz not null default now(),
  primary key (company_id, business_id, account)
);
select tenant_table('ledger_account_name');
create unique index ledger_account_name_of_business on ledger_account_name (company_id, business_id, lower(name)) where name <> '';
create unique index ledger_account_number_of_business on ledger_account_name (company_id, business_id, lower(number)) where number <> '';
select kept('ledger_account_name'::regclass, 'for ever', 'the business''s own record');
