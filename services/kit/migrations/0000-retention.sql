-- Throws away a portion of what is kept no longer (docs/operator-guide.md, "What is kept, and for how long"); answers how many rows went.
create function kit_tidy_some(most int) returns bigint language plpgsql security definer set search_path from current as $$
declare gone bigint := 0; n bigint;
begin
  delete from outbox where ctid = any (array(select ctid from outbox where published_at < now() - interval '8 days' limit most));
  get diagnostics n = row_count; gone := gone + n;
  delete from inbox where ctid = any (array(select ctid from inbox where seen_at < now() - interval '9 days' limit most));
  get diagnostics n = row_count; gone := gone + n;
  delete from idempotency where ctid = any (array(select ctid from idempotency where created_at < now() - interval '9 days' limit most));
  get diagnostics n = row_count; gone := gone + n;
  delete from job where ctid = any (array(select ctid from job
    where finished_at < now() - case state when 'failed' then interval '180 days' else interval '60 days' end and state in ('done', 'cancelled', 'failed') limit most));
  get diagnostics n = row_count;
  return gone + n;
end $$;
do $$ begin
  execute 'revoke all on function kit_tidy_some(int) from public';
  execute format('grant execute on function kit_tidy_some(int) to %I', current_setting('kit.login_role'));
end $$;
