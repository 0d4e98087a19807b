-- How long the tables of this service keep their rows: see the kit's `keeping`.
create index pace_age on pace (until);
select
  kept_days('pace', 1, 'until', 'how often a visitor did something, from when that counts no longer');
select kept(t, 'for ever', 'the business''s own record') from unnest(array[
  'booking_request', 'setting'
]::regclass[]) t;
select kept(t, 'for ever', 'what it was told by the service whose record it is') from unnest(array[
  'business_ref', 'staff_ref'
]::regclass[]) t;
