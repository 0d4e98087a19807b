-- What a member stands as: 2 owner, 3 staff, 0 no member any more. Their records in the enterprise's companies follow it: an enterprise owner
-- holds everything there, and whoever goes is staff again, or the owner of a company that is theirs.
create function enterprise_stand(enterprise bigint, account bigint, category int) returns boolean language sql security definer set search_path from current as $$
  with moved as (
    update enterprise_member set employee_category = category
    where enterprise_id = enterprise and account_id = account and category in (2, 3) returning 1
  ), gone as (
    delete from enterprise_member where enterprise_id = enterprise and account_id = account and category = 0 returning 1
  ), found as (select 1 from moved union all select 1 from gone), records as (
    update staff s
    set employee_category = case when category = 2 then 2 when c.owner_account_id = account then 1 else category end, version = s.version + 1
    from company c
    where c.enterprise_id = enterprise and s.company_id = c.company_id and s.account_id = account and s.deleted_at is null
      and exists (select 1 from found)
    returning 1
  )
  select exists (select 1 from found)
$$;

do $$
declare f regprocedure := 'enterprise_stand(bigint, bigint, int)'::regprocedure;
begin
  execute format('revoke all on function %s from public', f);
  execute format('grant execute on function %s to %I', f, current_setting('kit.login_role'));
end $$;
