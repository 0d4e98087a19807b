-- Names that a page had before: links and bookmarks with them still lead to it.
create table page_name (
  company_id bigint not null,
  old_name text not null,
  business_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (company_id, old_name)
);
create index page_name_old on page_name (old_name);
select tenant_table('page_name');
select kept('page_name', 'for ever', 'the business''s own record');

-- A name that a page has now comes before one that another had.
create or replace function storefront_of(name text) returns table (company_id bigint, business_id bigint, page_version bigint)
language sql stable security definer set search_path from current as $$
  select s.company_id, s.business_id, s.page_version from setting s
  where s.is_enable and (s.book_online_name = $1
    or (not exists (select from setting n where n.book_online_name = $1)
      and exists (select from page_name p where p.old_name = $1 and p.company_id = s.company_id and p.business_id = s.business_id)))
$$;
create or replace function closed_storefront_of(name text) returns table (company_id bigint, business_id bigint)
language sql stable security definer set search_path from current as $$
  select s.company_id, s.business_id from setting s
  where not s.is_enable and (s.book_online_name = $1
    or (not exists (select from setting n where n.book_online_name = $1)
      and exists (select from page_name p where p.old_name = $1 and p.company_id = s.company_id and p.business_id = s.business_id)))
$$;

-- Whether links with this name lead to another business's page: nobody takes those over.
create function page_name_leads_elsewhere(name text, company bigint, business bigint) returns boolean
language sql stable security definer set search_path from current as $$
  select exists (select from page_name p where p.old_name = $1 and (p.company_id, p.business_id) <> ($2, $3))
$$;
do $$ begin
  revoke all on function page_name_leads_elsewhere(text, bigint, bigint) from public;
  execute format('grant execute on function page_name_leads_elsewhere(text, bigint, bigint) to %I', current_setting('kit.login_role'));
end $$;
