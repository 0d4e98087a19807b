-- What offering told of services that ask for a room or for people of their own; others are not kept.
create table service_terms (
  company_id bigint not null,
  service_id bigint not null,
  own_lodging boolean not null default false,
  own_staff boolean not null default false,
  -- Who does it; empty: everybody.
  staff_ids bigint[] not null default '{}',
  version bigint not null default 0,
  primary key (company_id, service_id)
);
select tenant_table('service_terms');
select kept('service_terms', 'for ever', 'what it was told by the service whose record it is');
