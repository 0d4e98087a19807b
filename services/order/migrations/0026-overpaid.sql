-- Of which bills more was paid than is owed or kept: few of many.
create index orders_overpaid on orders (company_id, business_date desc, order_id desc)
  where paid - refunded > case when state = 'cancelled' then kept else total end;
