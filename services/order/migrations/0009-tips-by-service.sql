-- Which services tips are reckoned on, as the catalogue says it.
create table service (
  company_id bigint not null,
  service_id bigint not null,
  can_tip boolean not null default true,
  deleted boolean not null default false,
  version bigint not null default 0,
  primary key (company_id, service_id)
);
select tenant_table('service');
select kept('service', 'for ever', 'what it was told by the service whose record it is');

-- As it stood when the line was written.
alter table order_line add column can_tip boolean not null default true;
-- What a tip in percent is taken from.
alter table orders add column tippable bigint not null default 0 check (tippable >= 0);
update orders set tippable = sub_total - discount + refund_adjustment;
