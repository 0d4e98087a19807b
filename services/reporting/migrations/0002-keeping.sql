-- How long the tables of this service keep their rows: see the kit's `keeping`.
select kept(t, 'for ever', 'what it was told by the service whose record it is') from unnest(array[
  'appointment_fact', 'money_fact', 'order_fact', 'order_line_fact', 'staff_fact', 'tip_fact'
]::regclass[]) t;
