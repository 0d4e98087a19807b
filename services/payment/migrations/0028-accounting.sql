-- A location and the company in its accounting software that its ledger is sent to.
create table accounting_link (
  company_id bigint not null,
  business_id bigint not null,
  -- The company's id there, and what it is called.
  realm_id text not null,
  company_name text not null,
  -- Of the consent that made the link, so that the same answer makes it once.
  nonce bigint not null,
  -- What we come back with, encrypted; it changes every day that it is used.
  refresh_token bytea not null,
  -- False once it is no longer taken.
  connected boolean not null default true,
  start_date date not null,
  -- The currency that its books are kept in.
  currency text not null,
  -- Up to which close there is a row for each day that is sent.
  planned_number int not null default 0,
  sync_time timestamptz,
  fault text not null default '',
  version int not null default 1,
  create_time timestamptz not null default now(),
  primary key (company_id, business_id)
);
select tenant_table('accounting_link');

-- Which account there an account of the ledger goes to, in each company there that a location was ever connected to.
create table accounting_mapping (
  company_id bigint not null,
  business_id bigint not null,
  realm_id text not null,
  account text not null,
  external_id text not null,
  external_name text not null,
  primary key (company_id, business_id, realm_id, account)
);
select tenant_table('accounting_mapping');

-- What is sent: one for each day and currency of a close.
create table accounting_journal (
  company_id bigint not null,
  business_id bigint not null,
  realm_id text not null,
  number int not null,
  business_date date not null,
  currency text not null,
  -- What is debited, and as much credited.
  total bigint not null,
  -- 'sending': it was given away, and the answer is not known yet; 'unmapped': an account of it goes nowhere.
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'refused', 'unmapped')),
  document_number text not null default '',
  external_id text not null default '',
  sent_at timestamptz,
  reason text not null default '',
  primary key (company_id, business_id, realm_id, number, business_date, currency),
  foreign key (company_id, business_id, number) references ledger_close
);
create index accounting_journal_to_send on accounting_journal (company_id, business_id, realm_id, business_date) where state <> 'sent';
create index accounting_journal_by_day on accounting_journal (company_id, business_id, realm_id, business_date, number, currency);
select tenant_table('accounting_journal');

select kept(t, 'for ever', 'the business''s own record')
  from unnest(array['accounting_link', 'accounting_mapping', 'accounting_journal']::regclass[]) t;
