-- The invoice of the fee for a visit that did not take place; one for each visit.
create table no_show_invoice (
  company_id bigint not null,
  appointment_id bigint not null,
  order_id bigint not null,
  primary key (company_id, appointment_id),
  unique (company_id, order_id),
  foreign key (company_id, order_id) references orders
);
select tenant_table('no_show_invoice');
select kept('no_show_invoice', 'for ever', 'the business''s own record');
