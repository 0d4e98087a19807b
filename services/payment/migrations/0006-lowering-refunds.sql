-- Whether a refund lowers the bill or leaves it owed, and the order's line it is for (0: the whole bill). Refunds from before left it owed.
alter table refund
  add column effect text not null default 'stillOwed' check (effect in ('lowerBill', 'stillOwed')),
  add column order_line_item_id bigint not null default 0;
