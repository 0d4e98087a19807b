-- How long the tables of this service keep their rows: see the kit's `keeping`.
create index booked_service_age on booked_service (ends_at);
select
  kept_days('booked_service', 30, 'ends_at', 'which services a visit names, from its end');
select kept(t, 'for ever', 'the business''s own record') from unnest(array[
  'add_on', 'care_type', 'category', 'service'
]::regclass[]) t;
select kept(t, 'for ever', 'what it was told by the service whose record it is') from unnest(array[
  'heard_appointment'
]::regclass[]) t;
