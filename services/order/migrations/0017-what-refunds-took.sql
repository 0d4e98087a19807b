-- What refunds took off the tax and off the tip, which are what is left. Bills that a refund lowered before say nothing of it until they change again.
alter table orders
  add column refund_tax bigint not null default 0 check (refund_tax >= 0),
  add column refund_tips bigint not null default 0 check (refund_tips >= 0);
