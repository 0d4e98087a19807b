-- Somebody on their way out: what becomes of their visits, and how far that is. One row per person, kept.
create table staff_leave (
  company_id bigint not null,
  staff_id bigint not null,
  -- UpcomingVisits of staff_requests.proto.
  choice int not null check (choice between 0 and 3),
  heir_staff_id bigint not null default 0,
  state text not null default 'leaving' check (state in ('leaving', 'gone')),
  was_inactive boolean not null,
  transferred int not null default 0,
  overbooked int not null default 0,
  kept int not null default 0,
  create_time timestamptz not null default now(),
  primary key (company_id, staff_id),
  foreign key (company_id, staff_id) references staff
);
select tenant_table('staff_leave');

-- Flags of an enterprise hold in all of its companies; only its owners set them.
create table enterprise_flag (
  enterprise_id bigint not null references enterprise (id),
  key text not null,
  enabled boolean not null,
  primary key (enterprise_id, key)
);
create function enterprise_flag_list(enterprise bigint) returns setof enterprise_flag language sql stable security definer set search_path from current as $$
  select * from enterprise_flag where enterprise_id = enterprise
$$;
create function enterprise_flag_set(enterprise bigint, account bigint, flag text, turned_on boolean) returns boolean
language sql security definer set search_path from current as $$
  with done as (
    insert into enterprise_flag (enterprise_id, key, enabled)
    select m.enterprise_id, flag, turned_on from enterprise_member m
    where m.enterprise_id = enterprise and m.account_id = account and m.employee_category = 2
    on conflict (enterprise_id, key) do update set enabled = excluded.enabled returning 1
  ) select exists (select 1 from done)
$$;

do $$
declare f regprocedure;
begin
  for f in select p.oid::regprocedure from pg_proc p join pg_namespace n on n.oid = p.pronamespace
           where n.nspname = current_schema() and p.prosecdef and p.proname like 'enterprise\_flag\_%' loop
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to %I', f, current_setting('kit.login_role'));
  end loop;
end $$;
