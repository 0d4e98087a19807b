-- What a pet owes for a group class: one row for each enrolment that was heard of.
create table class_bill (
  company_id bigint not null,
  enrolment_id bigint not null,
  class_id bigint not null,
  -- Null for a pet that waits for a place, and for a class that costs nothing.
  order_id bigint,
  -- The pet left, or the class was canceled.
  gone boolean not null default false,
  -- Of the enrolment; what is older is not listened to.
  version int not null,
  primary key (company_id, enrolment_id),
  unique (company_id, order_id),
  foreign key (company_id, order_id) references orders
);
create index class_bill_of_class on class_bill (company_id, class_id, enrolment_id);
select tenant_table('class_bill');
select kept('class_bill', 'for ever', 'the business''s own record');
