-- Versions of an order are never changed, but for one thing: the names in them go with an erased client. Only of the company that is acting.
create function order_revision_unnamed(of_company bigint, of_order bigint, of_version int, without_names bytea) returns void
language sql security definer set search_path from current as $$
  update order_revision set snapshot = without_names where company_id = of_company and order_id = of_order and version = of_version
    and of_company = nullif(current_setting('app.company_id', true), '')::bigint
$$;
do $$ begin
  revoke all on function order_revision_unnamed(bigint, bigint, int, bytea) from public;
  execute format('grant execute on function order_revision_unnamed(bigint, bigint, int, bytea) to %I', current_setting('kit.login_role'));
end $$;
