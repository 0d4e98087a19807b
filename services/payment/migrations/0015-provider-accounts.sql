-- The account that a location has with the card provider, and what the provider said of it last.
create table provider_account (
  company_id bigint not null,
  business_id bigint not null,
  -- Empty until it is made.
  account_id text not null default '',
  setup_status text not null default 'notSetup' check (setup_status in ('notSetup', 'inProgress', 'finished')),
  -- As the provider told it; of nobody's money, so it may be asked for anew at any time.
  told jsonb,
  identity_session_id text not null default '',
  identity_status text not null default '',
  version int not null default 1,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  primary key (company_id, business_id)
);
create unique index provider_account_by_id on provider_account (company_id, account_id) where account_id <> '';
select tenant_table('provider_account');
select kept('provider_account', 'for ever', 'the business''s own record');
