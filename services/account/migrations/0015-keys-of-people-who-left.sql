-- Who made a key; 0 where nobody of the staff is known to have.
alter table api_key add column created_by_staff_id bigint not null default 0;
update api_key k set created_by_staff_id = coalesce((
  select c.actor_staff_id from change_log c
  where c.company_id = k.company_id and c.entity = 'api_key' and c.entity_id = k.id and c.action = 'created' order by c.id limit 1), 0);

-- A key opens something only while its maker works here and may make keys (permission 706, or an owner).
create or replace function api_key_resolve(hash bytea) returns table (
  api_key_id bigint, name text, company_id bigint, country text, currency text, permissions int[], last_used_time timestamptz, expire_time timestamptz,
  business_id bigint, zone text
) language sql stable security definer set search_path from current as $$
  select k.id, k.name, k.company_id, c.country_alpha2_code, c.currency_code, k.permissions, k.last_used_time, k.expire_time, b.id, b.timezone_name
  from api_key k
  join company c on c.company_id = k.company_id
  join business b on b.company_id = k.company_id and (cardinality(k.business_ids) = 0 or b.id = any (k.business_ids))
  where k.key_hash = hash and k.revoke_time is null and (k.expire_time is null or k.expire_time > now())
    and (k.created_by_staff_id = 0 or exists (
      select 1 from staff s join role r on r.company_id = s.company_id and r.id = s.role_id
      where s.company_id = k.company_id and s.id = k.created_by_staff_id and s.deleted_at is null and not s.inactive
        and (s.employee_category in (1, 2) or 706 = any (r.permissions))))
  order by b.sort, b.id
$$;
