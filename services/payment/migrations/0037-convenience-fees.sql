-- What a client pays on top for paying by card, where the location has its clients bear that. It is not of the bill: amount stays what the payment pays of it.
alter table payment
  add column convenience_fee bigint not null default 0 check (convenience_fee >= 0),
  -- What the location called it when it was charged.
  add column convenience_fee_name text not null default '',
  -- What of it went back, or is on its way back.
  add column convenience_fee_back bigint not null default 0 check (convenience_fee_back between 0 and convenience_fee);
alter table refund add column convenience_fee bigint not null default 0 check (convenience_fee >= 0);
alter table booking_payment
  add column convenience_fee bigint not null default 0 check (convenience_fee >= 0),
  add column convenience_fee_name text not null default '';
