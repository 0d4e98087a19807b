-- The secret is encrypted with a key the database does not know; recovery codes are kept as hashes.
create table second_factor (
  account_id bigint primary key references account (id),
  sealed_secret bytea not null,
  confirmed boolean not null default false,
  last_step bigint not null default 0,
  recovery_hashes bytea[] not null default '{}'
);

create function factor_get(wanted bigint) returns setof second_factor language sql stable security definer set search_path from current as $$
  select * from second_factor where account_id = wanted
$$;
create function factor_begin(wanted bigint, sealed bytea) returns void language sql security definer set search_path from current as $$
  insert into second_factor (account_id, sealed_secret) values (wanted, sealed)
  on conflict (account_id) do update set sealed_secret = excluded.sealed_secret, last_step = 0 where not second_factor.confirmed
$$;
create function factor_confirm(wanted bigint, hashes bytea[]) returns void language sql security definer set search_path from current as $$
  update second_factor set confirmed = true, recovery_hashes = hashes where account_id = wanted;
  update account set second_factor_enabled = true, version = version + 1, update_time = now() where id = wanted;
$$;
create function factor_drop(wanted bigint) returns void language sql security definer set search_path from current as $$
  delete from second_factor where account_id = wanted;
  update account set second_factor_enabled = false, version = version + 1, update_time = now() where id = wanted;
$$;
-- A code is good once: the time step it was for never counts again.
create function factor_step(wanted bigint, step bigint) returns boolean language sql security definer set search_path from current as $$
  with used as (update second_factor set last_step = step where account_id = wanted and last_step < step returning 1) select exists (select 1 from used)
$$;
create function factor_recover(wanted bigint, hash bytea) returns boolean language sql security definer set search_path from current as $$
  with used as (
    update second_factor set recovery_hashes = array_remove(recovery_hashes, hash)
    where account_id = wanted and confirmed and hash = any (recovery_hashes) returning 1
  ) select exists (select 1 from used)
$$;

do $$
declare f regprocedure;
begin
  for f in select p.oid::regprocedure from pg_proc p join pg_namespace n on n.oid = p.pronamespace
           where n.nspname = current_schema() and p.prosecdef and p.proname like 'factor\_%' loop
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to %I', f, current_setting('kit.login_role'));
  end loop;
end $$;
