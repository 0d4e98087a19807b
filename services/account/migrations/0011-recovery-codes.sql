-- Recovery codes are kept under a password hash (argon2id, one salt for the codes of an account) over the SHA-256 that was kept before.
-- Without a salt the codes of a row are as they were; the next use of the second factor hashes them anew.
alter table second_factor add column recovery_salt bytea check (octet_length(recovery_salt) = 16);

create function factor_confirm(wanted bigint, hashes bytea[], salt bytea) returns void language sql security definer set search_path from current as $$
  update second_factor set confirmed = true, recovery_hashes = hashes, recovery_salt = salt where account_id = wanted;
  update account set second_factor_enabled = true, version = version + 1, update_time = now() where id = wanted;
$$;
create function factor_renew(wanted bigint, hashes bytea[], salt bytea) returns boolean language sql security definer set search_path from current as $$
  with done as (update second_factor set recovery_hashes = hashes, recovery_salt = salt where account_id = wanted and confirmed returning 1)
  select exists (select 1 from done)
$$;
-- Only while they are still those that the new hashes were made from.
create function factor_harden(wanted bigint, known bytea[], hashes bytea[], salt bytea)
returns void language sql security definer set search_path from current as $$
  update second_factor set recovery_hashes = hashes, recovery_salt = salt
  where account_id = wanted and recovery_salt is null and recovery_hashes = known
$$;

-- Programs of before write codes without a salt.
create or replace function factor_confirm(wanted bigint, hashes bytea[]) returns void language sql security definer set search_path from current as $$
  update second_factor set confirmed = true, recovery_hashes = hashes, recovery_salt = null where account_id = wanted;
  update account set second_factor_enabled = true, version = version + 1, update_time = now() where id = wanted;
$$;
create or replace function factor_renew(wanted bigint, hashes bytea[]) returns boolean language sql security definer set search_path from current as $$
  with done as (update second_factor set recovery_hashes = hashes, recovery_salt = null where account_id = wanted and confirmed returning 1)
  select exists (select 1 from done)
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
