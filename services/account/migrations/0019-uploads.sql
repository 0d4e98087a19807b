-- Files on their way, whose bytes lie with the gateway: those that come in parts, those of a job, and those that wait for the virus scanner.
create table upload_job (
  company_id bigint not null,
  id text not null check (id ~ '^[0-9a-z]{20}$'),
  cancelled boolean not null default false,
  create_time timestamptz not null default now(),
  primary key (company_id, id)
);
select tenant_table('upload_job');

create table upload (
  -- 0 for the picture of a person.
  company_id bigint not null,
  id text not null check (id ~ '^[0-9a-z]{20}$'),
  job_id text,
  position int not null default 0,
  file_name text not null default '',
  size int not null default 0,
  is_public boolean not null default false,
  state int not null check (state between 1 and 5),
  reason text not null default '',
  -- Of one that waits for the scanner: where it will be.
  held_path text not null default '',
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  primary key (company_id, id)
);
select tenant_table('upload');
create index upload_of_job on upload (company_id, job_id, position) where job_id is not null;
create index upload_held on upload (id) where state = 5;
create index upload_age on upload (update_time) where state <> 5;
create index upload_job_age on upload_job (create_time);

select
  kept_days('upload', 30, 'update_time', 'how uploads in parts went; those that wait for the scanner stay', 'state <> 5'),
  kept_days('upload_job', 30, 'create_time', 'which uploads were begun together');

-- The scanner sees the files of all companies.
create function upload_held_list(after_id text, at_most int) returns table (company_id bigint, id text, path text)
language sql stable security definer set search_path from current as $$
  select u.company_id, u.id, u.held_path from upload u where u.state = 5 and u.id > after_id order by u.id limit at_most
$$;
revoke all on function upload_held_list(text, int) from public;
do $$ begin execute format('grant execute on function upload_held_list(text, int) to %I', current_setting('kit.login_role')); end $$;
