-- How long the tables of this service keep their rows: see the kit's `keeping`.
create index session_age on session ((coalesce(end_time, expire_time)));
create index one_time_secret_age on one_time_secret (expire_time);
create index invite_age on invite (expire_time) where state <> 'open';
select
  kept_days('session', 30, 'coalesce(end_time, expire_time)', 'sessions, from their end'),
  kept_days('one_time_secret', 1, 'expire_time', 'codes for passwords and signing in, from when they run out'),
  kept_days('passkey_challenge', 0, 'expire_time', 'challenges to passkeys that ran out'),
  kept_days('webhook_event', 30, 'create_time', 'what may be sent to webhooks again'),
  kept_days('webhook_delivery', 30, 'create_time', 'deliveries to webhooks; those that wait stay', 'state <> 1'),
  kept_days('invite', 180, 'expire_time', 'invites that were taken up or called off, from when they run out', 'state <> ''open''');
select kept(t, 'for ever', 'the business''s own record') from unnest(array[
  'account', 'account_link', 'api_key', 'branded_app', 'business', 'clock_correction', 'clock_log', 'clock_setting', 'closed_date',
  'company', 'default_setting', 'enterprise', 'enterprise_flag', 'enterprise_member', 'feature_flag', 'metadata', 'passkey',
  'payroll_exception', 'payroll_setting', 'place_order', 'referral_source', 'role', 'second_factor', 'staff', 'staff_business',
  'staff_leave', 'tax_rule', 'van', 'van_staff', 'webhook_endpoint'
]::regclass[]) t;
select kept(t, 'for ever', 'what it was told by the service whose record it is') from unnest(array[
  'service_name', 'tax_use'
]::regclass[]) t;
