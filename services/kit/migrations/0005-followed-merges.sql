-- Two clients became one: which rows of this service went over to the one that stays, so that those same rows go back if it is undone.
create table merge_followed (
  company_id bigint not null,
  merge_id bigint not null,
  undone boolean not null default false,
  -- By table and column: the new id, the old one, and the rows that changed it.
  moved jsonb not null default '[]',
  heard_at timestamptz not null default clock_timestamp(),
  primary key (company_id, merge_id)
);
create index merge_followed_age on merge_followed (heard_at);
select tenant_table('merge_followed'),
  kept_days('merge_followed', 60, 'heard_at', 'which rows went from one client to another when the two were merged: longer than a merge can be undone');
