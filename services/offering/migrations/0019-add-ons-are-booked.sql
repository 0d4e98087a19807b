-- Add-ons are booked beside services, on the same lines: no two of them have the same id any more. An add-on that has the id of a service of its company gets another one;
-- nothing has named add-ons by their ids until now but the log, which follows.
do $$
declare
  ids text := pg_get_serial_sequence('service', 'id');
  one record;
  fresh bigint;
begin
  -- Nobody adds a service or an add-on while the two counts become one.
  lock table service, add_on in share row exclusive mode;
  perform setval(ids, greatest(nextval(ids), (select coalesce(max(id), 0) + 1 from add_on)), false);
  alter table add_on alter column id drop identity;
  execute format('alter table add_on alter column id set default nextval(%L)', ids);
  execute format('grant usage on sequence %s to %I', ids, current_setting('kit.login_role'));
  for one in select a.company_id, a.id from add_on a join service s on s.company_id = a.company_id and s.id = a.id loop
    fresh := nextval(ids);
    update add_on set id = fresh where company_id = one.company_id and id = one.id;
    update change_log set entity_id = fresh where company_id = one.company_id and entity = 'add-on' and entity_id = one.id;
  end loop;
end $$;
