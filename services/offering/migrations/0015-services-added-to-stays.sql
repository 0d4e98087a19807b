-- Additional-service rules name each service with its day; the list without days, which never had an effect, can no longer be read.
update service set options = options #- '{additionalServiceRule,applyServiceIds}'
  where options #> '{additionalServiceRule,applyServiceIds}' is not null;
