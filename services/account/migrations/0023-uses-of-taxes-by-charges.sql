-- Which service charges name a tax rule; kept by what offering tells. They stood among the services before, under numbers below zero.
-- Those rows stay where they are, for the version before this one, which may run beside; nothing counts them any more.
create table tax_charge_use (
  company_id bigint not null,
  service_charge_id bigint not null,
  tax_id bigint not null,
  primary key (company_id, service_charge_id)
);
select tenant_table('tax_charge_use');
create index tax_charge_use_by_tax on tax_charge_use (company_id, tax_id);
insert into tax_charge_use (company_id, service_charge_id, tax_id)
  select company_id, -service_id, tax_id from tax_use where service_id < 0;
select kept('tax_charge_use', 'for ever', 'what it was told by the service whose record it is');
