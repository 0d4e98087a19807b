-- Files that nobody names any more, because whose they were was erased: the gateway deletes them. Only ids: a file's name may say somebody's.
create table discarded_file (
  company_id bigint not null,
  id text not null check (id ~ '^[0-9a-z]{20}$'),
  asked_at timestamptz not null default now(),
  gone_at timestamptz,
  primary key (company_id, id)
);
create index discarded_file_waits on discarded_file (id) where gone_at is null;
create index discarded_file_age on discarded_file (gone_at) where gone_at is not null;
select tenant_table('discarded_file'),
  kept_days('discarded_file', 1100, 'gone_at', 'which files of erased people were deleted, and when', 'gone_at is not null');

-- The gateway deletes the files of all companies.
create function discarded_file_list(after_id text, at_most int) returns table (company_id bigint, id text)
language sql stable security definer set search_path from current as $$
  select f.company_id, f.id from discarded_file f where f.gone_at is null and f.id > after_id order by f.id limit at_most
$$;
revoke all on function discarded_file_list(text, int) from public;
do $$ begin execute format('grant execute on function discarded_file_list(text, int) to %I', current_setting('kit.login_role')); end $$;
