-- What goes to the bank with the answer to a dispute: at most one file of each kind, kept with the provider when it is attached.
create table dispute_file (
  company_id bigint not null,
  dispute_id bigint not null,
  kind text not null check (kind in ('receipt', 'customer_signature', 'customer_communication', 'service_documentation', 'uncategorized')),
  -- Of a private file of the company.
  path text not null,
  content_type text not null,
  -- Bytes.
  size int not null check (size > 0),
  -- The provider's id of it.
  provider_id text not null,
  added_by_name text not null default '',
  added_at timestamptz not null default now(),
  primary key (company_id, dispute_id, kind)
);
select tenant_table('dispute_file');
select kept('dispute_file'::regclass, 'for ever', 'the business''s own record');
