-- How long the tables of this service keep their rows: see the kit's `keeping`.
select kept(t, 'for ever', 'the business''s own record') from unnest(array[
  'order_discount', 'order_line', 'order_payment', 'order_refund', 'order_revision', 'order_setting', 'orders'
]::regclass[]) t;
select kept(t, 'for ever', 'what it was told by the service whose record it is') from unnest(array[
  'business', 'staff', 'tax_rule'
]::regclass[]) t;
