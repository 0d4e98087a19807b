-- What every service has: once-only writes, events to send, events seen, work that is due, and who changed what.
create function tenant_table(t regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', t);
  execute format('alter table %s force row level security', t);
  execute format($p$create policy tenant on %s using (company_id = nullif(current_setting('app.company_id', true), '')::bigint)$p$, t);
  execute format('grant select, insert, update, delete on %s to %I', t, current_setting('kit.login_role'));
end $$;

create table idempotency (
  company_id bigint not null,
  key text not null,
  method text not null,
  fingerprint bytea not null,
  response bytea,
  created_at timestamptz not null default now(),
  primary key (company_id, key)
);
select tenant_table('idempotency');

create table outbox (
  company_id bigint not null,
  id bigint generated always as identity,
  aggregate text not null,
  type text not null,
  payload bytea not null,
  actor jsonb,
  created_at timestamptz not null default now(),
  published_at timestamptz,
  primary key (company_id, id)
);
create index outbox_unpublished on outbox (id) where published_at is null;
create index outbox_published on outbox (published_at) where published_at is not null;
select tenant_table('outbox');

create table inbox (
  company_id bigint not null,
  consumer text not null,
  event_id text not null,
  seen_at timestamptz not null default now(),
  primary key (company_id, consumer, event_id)
);
select tenant_table('inbox');

create table job (
  company_id bigint not null,
  id bigint generated always as identity,
  business_id bigint not null default 0,
  kind text not null,
  key text not null,
  payload jsonb not null default '{}',
  due_at timestamptz not null,
  state text not null default 'due' check (state in ('due', 'running', 'done', 'failed', 'cancelled')),
  attempts int not null default 0,
  lease_until timestamptz,
  last_error text,
  finished_at timestamptz,
  primary key (company_id, id),
  unique (company_id, kind, key)
);
create index job_due on job (due_at) where state in ('due', 'running');
select tenant_table('job');

create table change_log (
  company_id bigint not null,
  id bigint generated always as identity,
  business_id bigint not null default 0,
  entity text not null,
  entity_id bigint not null,
  action text not null,
  actor_account_id bigint not null default 0,
  actor_staff_id bigint not null default 0,
  actor_name text not null default '',
  source text not null default '',
  request_id text not null default '',
  note text not null default '',
  before jsonb,
  after jsonb,
  undone_by bigint,
  at timestamptz not null default clock_timestamp(),
  primary key (company_id, id)
);
create index change_log_entity on change_log (company_id, entity, entity_id, id desc);
select tenant_table('change_log');

-- Where this service stands with the event stream.
create table stream_state (one boolean primary key default true check (one), stream_created text not null);

-- The relay and the sweeper see every company, and only through these functions.
create function kit_outbox_unpublished(most int) returns setof outbox language sql security definer set search_path from current as $$
  select * from outbox where published_at is null order by id limit most
$$;
create function kit_outbox_published(ids bigint[]) returns void language sql security definer set search_path from current as $$
  update outbox set published_at = clock_timestamp() where id = any (ids) and published_at is null
$$;
-- A new stream has lost what the old one held: what went out in the last days goes out again, and the inboxes drop what was already done.
create function kit_outbox_refill(created text) returns bigint language plpgsql security definer set search_path from current as $$
declare n bigint := 0;
begin
  if exists (select 1 from stream_state where stream_created = created) then return 0; end if;
  if exists (select 1 from stream_state) then
    update outbox set published_at = null where published_at > now() - interval '7 days';
    get diagnostics n = row_count;
  end if;
  insert into stream_state (stream_created) values (created) on conflict (one) do update set stream_created = excluded.stream_created;
  return n;
end $$;
create function kit_jobs_due(at timestamptz, most int) returns table (company_id bigint, id bigint, kind text, attempts int)
language sql security definer set search_path from current as $$
  select company_id, id, kind, attempts from job
  where (state = 'due' and due_at <= at) or (state = 'running' and lease_until < at and due_at <= at)
  order by due_at limit most
$$;
create function kit_tidy() returns void language sql security definer set search_path from current as $$
  delete from outbox where published_at < now() - interval '8 days';
  delete from inbox where seen_at < now() - interval '9 days';
  delete from idempotency where created_at < now() - interval '9 days';
  delete from job where state in ('done', 'cancelled') and finished_at < now() - interval '60 days';
$$;
do $$ begin
  execute format('revoke all on function kit_outbox_unpublished(int), kit_outbox_published(bigint[]), kit_outbox_refill(text), kit_jobs_due(timestamptz, int), kit_tidy() from public');
  execute format('grant execute on function kit_outbox_unpublished(int), kit_outbox_published(bigint[]), kit_outbox_refill(text), kit_jobs_due(timestamptz, int), kit_tidy() to %I', current_setting('kit.login_role'));
end $$;
