-- The message to who began a booking and left. A business without a row has it off.
create table recovery_message (
  company_id bigint not null,
  business_id bigint not null,
  is_enabled boolean not null default false,
  client_types int[] not null default '{}',
  message text not null default '',
  abandoned_steps int[] not null default '{}',
  send_out_type int not null default 1 check (send_out_type in (1, 2)),
  on_type_days int[] not null default '{0,1,2,3,4,5,6}',
  on_type_minute int not null default 540 check (on_type_minute between 0 and 1439),
  wait_for_type_minute int not null default 60 check (wait_for_type_minute between 15 and 10080),
  version int not null default 1,
  primary key (company_id, business_id)
);
select tenant_table('recovery_message');
select kept('recovery_message', 'for ever', 'the business''s own record');
