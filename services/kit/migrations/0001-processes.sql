-- Acts of several steps across services. A run goes on from its row after a crash; what it did stays in it.
create table process_run (
  company_id bigint not null,
  id bigint generated always as identity,
  business_id bigint not null default 0,
  kind text not null,
  -- What it is about; one run of a kind and key at a time, and none after one that was done.
  key text not null,
  state text not null default 'running' check (state in ('running', 'undoing', 'done', 'undone', 'failed', 'abandoned')),
  -- How many steps are done and not undone.
  step int not null default 0,
  -- Where a failed run was going.
  undoing boolean not null default false,
  input jsonb not null default '{}',
  -- What each step answered, by its name.
  results jsonb not null default '{}',
  actor jsonb not null default '{}',
  attempts int not null default 0,
  error_code int not null default 0,
  error text not null default '',
  started_at timestamptz not null default clock_timestamp(),
  changed_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz,
  primary key (company_id, id)
);
create unique index process_run_once on process_run (company_id, kind, key) where state not in ('undone', 'abandoned');
create index process_run_state on process_run (company_id, state, id desc);
create index process_run_age on process_run (finished_at) where finished_at is not null;
select tenant_table('process_run'),
  kept_days('process_run', 180, 'finished_at', 'acts of several steps that are over: what each step did, and why it was undone', 'finished_at is not null');

-- For the metrics of a process: how many runs are open, of all companies.
create function kit_processes_open() returns table (kind text, state text, n int) language sql security definer set search_path from current as $$
  select kind, state, count(*)::int from process_run where state in ('running', 'undoing', 'failed') group by kind, state
$$;
do $$ begin
  execute 'revoke all on function kit_processes_open() from public';
  execute format('grant execute on function kit_processes_open() to %I', current_setting('kit.login_role'));
end $$;
