-- Two clients of whom somebody said that they are not the same person; the one with the lower number stands first.
create table not_the_same (
  company_id bigint not null,
  client_id bigint not null,
  other_client_id bigint not null,
  staff_id bigint not null default 0,
  staff_name text not null default '',
  -- The merge that it came to a client with, and goes with again when that is undone; 0 where it was said of the two themselves.
  merge_id bigint not null default 0,
  said_at timestamptz not null default clock_timestamp(),
  primary key (company_id, client_id, other_client_id),
  check (client_id < other_client_id)
);
create index not_the_same_other on not_the_same (company_id, other_client_id, client_id);
create index not_the_same_merge on not_the_same (company_id, merge_id) where merge_id <> 0;
select tenant_table('not_the_same'), kept('not_the_same', 'for ever', 'the business''s own record');
