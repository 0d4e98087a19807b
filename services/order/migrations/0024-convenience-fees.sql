-- What was paid on top of a payment for paying by card, and what of that went back; not of the bill.
alter table order_payment
  add column convenience_fee bigint not null default 0 check (convenience_fee >= 0),
  add column convenience_fee_name text not null default '';
alter table order_refund add column convenience_fee bigint not null default 0 check (convenience_fee >= 0);
