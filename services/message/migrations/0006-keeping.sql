-- How long the tables of this service keep their rows: see the kit's `keeping`.
create index received_age on received (received_at);
select
  kept_days('received', 90, 'received_at', 'texts as their provider posted them; conversations keep what they say');
select kept(t, 'for ever', 'the business''s own record') from unnest(array[
  'auto_message', 'auto_reply', 'message', 'template', 'text_number', 'thread'
]::regclass[]) t;
select kept(t, 'for ever', 'what it was told by the service whose record it is') from unnest(array[
  'business', 'recipient', 'visit'
]::regclass[]) t;
