-- When staff are reminded at check-in and check-out, and of what: AlertSettings of alert_service.proto as JSON.
create table alert_setting (
  company_id bigint not null,
  business_id bigint not null,
  setting jsonb not null,
  version int not null default 1,
  primary key (company_id, business_id)
);
select tenant_table('alert_setting');
select kept('alert_setting', 'for ever', 'the business''s own record');
