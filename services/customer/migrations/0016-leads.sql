-- How far a lead has come. A client of type LEAD without a row is new and nobody's; a row stays when they become a client, as their history.
create table lead (
  company_id bigint not null,
  client_id bigint not null,
  stage int not null default 1 check (stage between 1 and 4),
  stage_at timestamptz not null default now(),
  assigned_staff_id bigint not null default 0,
  next_step text not null default '',
  next_step_on date,
  lost_reason text not null default '',
  converted_at timestamptz,
  converted_by bigint not null default 0,
  version int not null default 1,
  primary key (company_id, client_id),
  check ((stage = 4) = (lost_reason <> ''))
);
create index lead_converted on lead (company_id, converted_at desc, client_id desc) where converted_at is not null;
select tenant_table('lead');
select kept('lead', 'for ever', 'the business''s own record');

create index client_leads on client (company_id, id) where type = 1 and deleted_at is null;

alter table import add column as_leads boolean not null default false;
