-- How long the tables of this service keep their rows: see the kit's `keeping`.
select
  kept('import_chunk', 'until its import is over', 'the file that is imported'),
  kept('import_seen', 'until the next pass of its import', 'what a pass has met'),
  kept('import_issue', 'until the next pass of its import', 'what a pass found wrong: its report');
select kept(t, 'for ever', 'the business''s own record') from unnest(array[
  'address', 'client', 'client_tag', 'coat_type', 'contact', 'filter_view', 'import', 'note', 'pet', 'pet_code', 'pet_settings_state',
  'pet_size', 'pet_type', 'pet_vaccine', 'tag', 'vaccine'
]::regclass[]) t;
select kept(t, 'for ever', 'what it was told by the service whose record it is') from unnest(array[
  'visit', 'order_balance', 'client_fact', 'client_token'
]::regclass[]) t;
