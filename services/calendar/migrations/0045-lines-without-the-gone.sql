-- Who was deleted before lines were left at that still waits, and keeps their class closed: everybody who waits is looked at once.
insert into job (company_id, business_id, kind, key, payload, due_at)
  select distinct e.company_id, 0, 'leave-class-lines', 'client-' || e.customer_id, jsonb_build_object('customerId', e.customer_id::text), now() + interval '1 hour'
  from class_enrolment e join class_session s on s.company_id = e.company_id and s.class_id = e.class_id
  where e.state = 2 and s.cancelled_at is null and s.end_at > now()
  on conflict do nothing;
