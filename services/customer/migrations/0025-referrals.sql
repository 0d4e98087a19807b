-- Which client sent which; of each client at most one.
create table client_referral (
  company_id bigint not null,
  client_id bigint not null,
  referrer_id bigint not null check (referrer_id <> client_id),
  created_at timestamptz not null default clock_timestamp(),
  primary key (company_id, client_id)
);
create index client_referral_by on client_referral (company_id, referrer_id, created_at desc, client_id);
select tenant_table('client_referral'), kept('client_referral', 'for ever', 'the business''s own record');
