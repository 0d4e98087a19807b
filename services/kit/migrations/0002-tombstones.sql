-- Facts of other services that are gone, so that an older event that comes after all does not bring them back.
create table projection_gone (
  company_id bigint not null,
  projection text not null,
  fact_id bigint not null,
  -- Nothing older is stored: the owner's count of changes, or when the event was written, in milliseconds.
  version bigint not null,
  gone_at timestamptz not null default clock_timestamp(),
  primary key (company_id, projection, fact_id)
);
create index projection_gone_age on projection_gone (gone_at);
select tenant_table('projection_gone'),
  kept_days('projection_gone', 9, 'gone_at', 'which facts of other services are gone: as long as an older event of them may still come');
