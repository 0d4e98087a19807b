-- A location and the account at Square that its cards go through. A location that gave its permission back keeps the row, without tokens: earlier payments name the account.
create table square_link (
  company_id bigint not null,
  business_id bigint not null,
  -- The account's id there, and what it is called.
  merchant_id text not null,
  merchant_name text not null,
  -- Which of its places this location is; empty until it is chosen.
  place_id text not null default '',
  place_name text not null default '',
  currency text not null,
  -- Of the consent that made the link, so that the same answer makes it once.
  nonce bigint not null,
  -- What lets us in, and what is exchanged for another one, encrypted; empty once either is given back or no longer taken.
  access_token bytea not null,
  refresh_token bytea not null,
  expires_at timestamptz not null,
  connected boolean not null default true,
  version int not null default 1,
  create_time timestamptz not null default now(),
  primary key (company_id, business_id),
  check (connected = (octet_length(refresh_token) > 0))
);
create index square_link_merchant on square_link (merchant_id, company_id);
select tenant_table('square_link');
select kept('square_link', 'for ever', 'the business''s own record');

-- The one question that is asked without a tenant: whose account is it that Square tells us of? Locations of one account may be of several companies.
create function square_links_of(merchant text) returns table (company_id bigint, business_id bigint) language sql stable security definer set search_path from current as $$
  select l.company_id, l.business_id from square_link l where l.merchant_id = merchant order by l.company_id, l.business_id limit 50
$$;
do $$ begin
  revoke all on function square_links_of(text) from public;
  execute format('grant execute on function square_links_of(text) to %I', current_setting('kit.login_role'));
end $$;
