-- A code for a new password remembers from where it was asked for. Whoever asks or guesses from elsewhere has tries of their own: they neither use up the
-- asker's nor end the asker's code, so nobody can keep another from a new password. The functions of before stay for programs of before.
alter table one_time_secret add column asked_from text not null default '', add column tries_elsewhere int not null default 0;

-- A new code ends an earlier one that was asked for from the same place.
create function reset_put(account bigint, hash bytea, lasts interval, place text) returns timestamptz
language sql security definer set search_path from current as $$
  update one_time_secret set used_time = now()
  where account_id = account and purpose = 'reset' and asked_from = place and used_time is null;
  insert into one_time_secret (account_id, purpose, secret_hash, expire_time, asked_from)
  values (account, 'reset', hash, now() + lasts, place) returning expire_time;
$$;

-- Each code is checked at most `most` times from where it was asked for, and as often from everywhere else together. Using one ends them all.
create function reset_check(account bigint, hash bytea, use_up boolean, most int, place text) returns boolean
language plpgsql security definer set search_path from current as $$
declare held bigint[]; fits boolean;
begin
  select array_agg(id) into held from (
    select id from one_time_secret
    where account_id = account and purpose = 'reset' and used_time is null and expire_time > now() order by id for update
  ) live;
  select exists (
    select 1 from one_time_secret
    where id = any (held) and secret_hash = hash and case when asked_from = place then tries else tries_elsewhere end < most
  ) into fits;
  if not fits then
    update one_time_secret set tries = tries + (asked_from = place)::int, tries_elsewhere = tries_elsewhere + (asked_from <> place)::int
    where id = any (held);
  elsif use_up then
    update one_time_secret set used_time = now() where id = any (held);
  end if;
  return fits;
end $$;

do $$
declare f regprocedure;
begin
  foreach f in array array['reset_put(bigint, bytea, interval, text)', 'reset_check(bigint, bytea, boolean, int, text)']::regprocedure[] loop
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to %I', f, current_setting('kit.login_role'));
  end loop;
end $$;
