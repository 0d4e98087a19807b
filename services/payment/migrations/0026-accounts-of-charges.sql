-- The account at the card provider that a thing of its is on; empty for the installation's own, where everything was before.
alter table payment add column provider_account text not null default '';
alter table pre_auth add column provider_account text not null default '';
alter table card add column provider_account text not null default '';
alter table terminal_location add column provider_account text not null default '';
alter table terminal_reader add column provider_account text not null default '';

-- A client is somebody else on every account.
alter table provider_customer
  add column provider_account text not null default '',
  drop constraint provider_customer_pkey,
  add primary key (company_id, customer_id, provider_account);
