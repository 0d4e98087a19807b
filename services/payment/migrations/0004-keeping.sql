-- How long the tables of this service keep their rows: see the kit's `keeping`.
create index provider_event_age on provider_event (received_at);
select
  kept_days('provider_event', 180, 'received_at', 'events as the card provider signed them; the ledger keeps what they moved');
select kept(t, 'for ever', 'the business''s own record') from unnest(array[
  'card', 'dispute', 'ledger_entry', 'ledger_posting', 'order_account', 'payment', 'payment_method', 'payment_setting', 'payout',
  'provider_customer', 'refund', 'smart_tip'
]::regclass[]) t;
select kept(t, 'for ever', 'what it was told by the service whose record it is') from unnest(array[
  'business'
]::regclass[]) t;
