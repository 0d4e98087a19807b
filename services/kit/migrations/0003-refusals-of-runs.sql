-- What else a refusal said (the field, the free times), for those who hear it from somebody else's runner.
alter table process_run add column refusal jsonb not null default '{}';
