-- The same question for a page that is switched off: who finds it is told whom to call.
create function closed_storefront_of(name text) returns table (company_id bigint, business_id bigint) language sql stable security definer set search_path from current as $$
  select s.company_id, s.business_id from setting s where s.book_online_name = name and not s.is_enable
$$;
do $$ begin
  revoke all on function closed_storefront_of(text) from public;
  execute format('grant execute on function closed_storefront_of(text) to %I', current_setting('kit.login_role'));
end $$;
