-- Bills of classes from before they were told apart say nothing of it, and their clients count as new ones: every bill without a visit is looked at once.
-- Over a day, one a second on the whole: all at the same time, the other work of payments would wait for them.
insert into job (company_id, business_id, kind, key, payload, due_at)
  select company_id, business_id, 'tell-class-bill', order_id::text, jsonb_build_object('orderId', order_id::text), now() + interval '1 hour' + (order_id % 86400) * interval '1 second'
  from order_account
  where appointment_id = 0 and customer_id <> 0 and not cancelled and not for_class
  on conflict do nothing;
