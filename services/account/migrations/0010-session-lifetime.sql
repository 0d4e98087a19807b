-- A session that is used goes on, but never past so long after it was opened. The function without that limit stays for programs of before.
create function session_touch(wanted bigint, lasts interval, most interval)
returns void language sql security definer set search_path from current as $$
  update session set last_seen_time = now(), expire_time = least(now() + lasts, create_time + most)
  where id = wanted and end_time is null and expire_time > now()
$$;

do $$
declare f regprocedure := 'session_touch(bigint, interval, interval)'::regprocedure;
begin
  execute format('revoke all on function %s from public', f);
  execute format('grant execute on function %s to %I', f, current_setting('kit.login_role'));
end $$;
