-- What each person wants on the papers they print: one JSON object for a kind of card.
create table print_card_setting (
  company_id bigint not null,
  account_id bigint not null,
  kind smallint not null,
  settings jsonb not null,
  version int not null default 1,
  primary key (company_id, account_id, kind)
);
select tenant_table('print_card_setting');
select kept('print_card_setting', 'for ever', 'the business''s own record');
