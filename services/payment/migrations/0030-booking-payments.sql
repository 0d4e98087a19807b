-- The card that comes with a booking request: what is held on it until the shop decides, or the card itself, kept at the provider until there is a client to keep it for.
create table booking_payment (
  company_id bigint not null,
  -- What the service that has the requests calls it. One ref is one attempt with one card.
  ref text not null,
  business_id bigint not null,
  kind text not null check (kind in ('prepay', 'pre_auth', 'card')),
  state text not null check (state in ('begun', 'consent', 'held', 'settling', 'settled', 'released', 'failed')),
  currency text not null default '',
  amount bigint not null default 0,
  vendor text not null default '',
  provider_account text not null default '',
  payment_method_token text not null,
  -- What this attempt is called at the provider, its intent or its setup there, and the customer whom a card is kept for.
  provider_ref text not null,
  intent_id text not null default '',
  provider_customer text not null default '',
  return_url text not null default '',
  consent_url text not null default '',
  card_brand text not null default '',
  card_last4 text not null default '',
  card_funding text not null default '',
  exp_month int not null default 0,
  exp_year int not null default 0,
  failure_code text not null default '',
  failure_message text not null default '',
  -- Once the request is accepted: whose appointment it is, and the payment that takes what is held or the card that is on file.
  appointment_id bigint not null default 0,
  customer_id bigint not null default 0,
  payment_id bigint not null default 0,
  taken bigint not null default 0,
  card_id bigint not null default 0,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  primary key (company_id, ref),
  check (case when kind = 'prepay' then amount > 0 and currency <> '' else amount = 0 end),
  check (taken between 0 and amount)
);
select tenant_table('booking_payment');
select kept('booking_payment', 'for ever', 'the business''s own record');
