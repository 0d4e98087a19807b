-- How long each table keeps its rows. Stated in the migration that makes the table, beside it, and nowhere else: tidying does what stands here, the operator
-- guide shows it, and a test fails where a table says nothing.
create table keeping (
  name text not null,
  -- Which of its rows, in SQL.
  part text not null default 'true',
  -- How long, in words; in days where tidying removes them, counted from a time that the row carries. An index must lead with that.
  how_long text not null,
  days int check (days >= 0),
  since text not null default '' check ((since = '') = (days is null)),
  why text not null,
  primary key (name, part)
);
create function kept(t regclass, how_long text, why text) returns void language sql set search_path from current as $$
  insert into keeping (name, how_long, why) select relname, $2, $3 from pg_class where oid = t
$$;
create function kept_days(t regclass, days int, since text, why text, part text default 'true') returns void language sql set search_path from current as $$
  insert into keeping (name, part, how_long, days, since, why)
  select relname, $5, case $2 when 0 then 'not at all' when 1 then '1 day' else $2 || ' days' end, $2, $3, $4 from pg_class where oid = t
$$;

-- Rows of one statement that are kept no longer, the oldest first; $1 is how many at most.
create function kit_outlived(rule keeping) returns text language sql stable set search_path from current as $$
  select format('select ctid from %I where (%s) and %s < now() - interval ''%s days'' order by %s limit $1', rule.name, rule.part, rule.since, rule.days, rule.since)
$$;
create or replace function kit_tidy_some(most int) returns bigint language plpgsql security definer set search_path from current as $$
declare gone bigint := 0; n bigint; rule keeping;
begin
  for rule in select * from keeping where days is not null order by name, part loop
    execute format('delete from %I where ctid = any (array(%s))', rule.name, kit_outlived(rule)) using most;
    get diagnostics n = row_count;
    gone := gone + n;
  end loop;
  return gone;
end $$;
do $$ begin
  execute 'revoke all on function kept(regclass, text, text), kept_days(regclass, int, text, text, text), kit_outlived(keeping) from public';
end $$;

create index inbox_age on inbox (seen_at);
create index idempotency_age on idempotency (created_at);
create index job_age on job (finished_at) where finished_at is not null;
select
  kept_days('outbox', 8, 'published_at', 'events that went out: a lost stream is refilled from the last 7 days; what has not gone out stays', 'published_at is not null'),
  kept_days('inbox', 9, 'seen_at', 'notes of events heard, so that none counts twice'),
  kept_days('idempotency', 9, 'created_at', 'answers under an idempotency key'),
  kept_days('job', 60, 'finished_at', 'work that was done or called off', 'state in (''done'', ''cancelled'')'),
  kept_days('job', 180, 'finished_at', 'work that failed for good, with its reason', 'state = ''failed'''),
  kept('change_log', 'for ever', 'who changed what: people look back at it and undo from it'),
  kept('stream_state', 'for ever', 'one row'),
  kept('keeping', 'for ever', 'one row for each statement'),
  kept('migration', 'for ever', 'one row for each migration');
