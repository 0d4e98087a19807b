-- What a refund took off the bill, and the line it is for (0: the whole bill). Refunds from before left the bill as it was.
alter table order_refund
  add column lowered bigint not null default 0 check (lowered >= 0),
  add column order_line_item_id bigint not null default 0;
-- Part of discount: what refunds took off the lines, before tax.
alter table orders add column refund_adjustment bigint not null default 0 check (refund_adjustment >= 0 and refund_adjustment <= discount);
