-- A key opens what its maker may still open, where they still work: what was given to it and was since taken from them rests.
create or replace function api_key_resolve(hash bytea) returns table (
  api_key_id bigint, name text, company_id bigint, country text, currency text, permissions int[], last_used_time timestamptz, expire_time timestamptz,
  business_id bigint, zone text
) language sql stable security definer set search_path from current as $$
  select k.id, k.name, k.company_id, c.country_alpha2_code, c.currency_code,
    case when k.created_by_staff_id = 0 or s.employee_category in (1, 2) then k.permissions
      else array(select p from unnest(k.permissions) p where p = any (r.permissions)) end,
    k.last_used_time, k.expire_time, b.id, b.timezone_name
  from api_key k
  join company c on c.company_id = k.company_id
  join business b on b.company_id = k.company_id and (cardinality(k.business_ids) = 0 or b.id = any (k.business_ids))
  left join staff s on s.company_id = k.company_id and s.id = k.created_by_staff_id and s.deleted_at is null and not s.inactive
  left join role r on r.company_id = s.company_id and r.id = s.role_id
  where k.key_hash = hash and k.revoke_time is null and (k.expire_time is null or k.expire_time > now())
    and (k.created_by_staff_id = 0 or s.employee_category in (1, 2)
      or (706 = any (r.permissions)
        and exists (select 1 from staff_business sb where sb.company_id = k.company_id and sb.staff_id = s.id and sb.business_id = b.id)))
  order by b.sort, b.id
$$;
