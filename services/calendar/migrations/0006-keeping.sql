-- How long the tables of this service keep their rows: see the kit's `keeping`.
create index slot_hold_age on slot_hold (expires_at);
select
  kept_days('slot_hold', 1, 'expires_at', 'times held for somebody, from when that runs out');
select kept(t, 'for ever', 'the business''s own record') from unnest(array[
  'appointment', 'calendar_setting', 'card', 'date_override', 'pet_service', 'staff_schedule'
]::regclass[]) t;
select kept(t, 'for ever', 'what it was told by the service whose record it is') from unnest(array[
  'business', 'closed_date', 'staff'
]::regclass[]) t;
