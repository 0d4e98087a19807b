-- An older telling never replaces a newer one: when the newest was written, in milliseconds.
alter table business_ref add column version bigint not null default 0;
alter table staff_ref add column version bigint not null default 0;

-- Counts up with everything a page shows: its setting, its business, staff and services. Who keeps a page in memory asks for this alone.
alter table setting add column page_version bigint not null default 0;

drop function storefront_of(text);
-- The one question that is asked without a tenant: whose page is this, and which state of it?
create function storefront_of(name text) returns table (company_id bigint, business_id bigint, page_version bigint)
language sql stable security definer set search_path from current as $$
  select s.company_id, s.business_id, s.page_version from setting s where s.book_online_name = name and s.is_enable
$$;
do $$ begin
  revoke all on function storefront_of(text) from public;
  execute format('grant execute on function storefront_of(text) to %I', current_setting('kit.login_role'));
end $$;
