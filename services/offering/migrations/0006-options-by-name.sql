-- Options that were kept the wrong way round, under the names that the contract has now; what they said of commission had no effect anywhere.
update service set options = options - 'hideDuration' - 'noTip' - 'excludeFromCommission'
  || case when options @> '{"hideDuration": true}' then '{"showDuration": false}'::jsonb else '{}' end
  || case when options @> '{"noTip": true}' then '{"canTip": false}'::jsonb else '{}' end
where options ?| array['hideDuration', 'noTip', 'excludeFromCommission'];
