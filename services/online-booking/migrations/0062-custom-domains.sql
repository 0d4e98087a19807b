-- The domain of its own under which a business wants its storefront shown, and what DNS said of it.
create table custom_domain (
  company_id bigint not null,
  business_id bigint not null,
  -- Empty: it was taken away; the token stays, so that it can be put back.
  domain text not null default '',
  token text not null,
  -- CustomDomainState, CustomDomainProof and CustomDomainPointing of the contract.
  state smallint not null default 0 check (state between 0 and 3),
  proof smallint not null default 0 check (proof between 0 and 4),
  pointing smallint not null default 0 check (pointing between 0 and 4),
  points_to text not null default '',
  -- Another business has proved the domain since.
  moved boolean not null default false,
  -- When somebody last began to ask DNS, and when it last told something.
  asked_time timestamptz,
  check_time timestamptz,
  -- Since when the proof of a live domain is gone.
  missing_since timestamptz,
  -- Until then DNS is asked once a day while the domain is not live.
  followed_until timestamptz,
  primary key (company_id, business_id),
  check ((domain = '') = (state = 0))
);
-- Whatever happens at the same moment: a domain shows one page.
create unique index custom_domain_live on custom_domain (domain) where state = 2;
select tenant_table('custom_domain');
select kept('custom_domain', 'for ever', 'the business''s own record');

-- Whose page a domain shows, of whatever company.
create function live_domain(name text) returns table (company_id bigint, business_id bigint, book_online_name text)
language sql stable security definer set search_path from current as $$
  select d.company_id, d.business_id, s.book_online_name from custom_domain d
  join setting s on s.company_id = d.company_id and s.business_id = d.business_id
  where d.domain = $1 and d.state = 2
$$;
do $$ begin
  revoke all on function live_domain(text) from public;
  execute format('grant execute on function live_domain(text) to %I', current_setting('kit.login_role'));
end $$;
