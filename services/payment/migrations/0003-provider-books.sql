-- What a payment, a refund or a client is called when the provider is asked for it. Their numbers may come again after a restore; this does not. Null is
-- what was asked for by its number, as earlier versions do.
alter table payment add column provider_ref text;
alter table refund add column provider_ref text;
create unique index refund_provider on refund (company_id, provider_refund_id) where provider_refund_id is not null;
-- Written before the provider is asked; the provider's own id follows.
alter table provider_customer
  add column provider_ref text,
  alter column provider_id drop not null;

-- A charge that its holder contests.
create table dispute (
  company_id bigint not null,
  provider_id text not null,
  business_id bigint not null,
  order_id bigint not null,
  payment_id bigint not null,
  currency text not null,
  amount bigint not null check (amount > 0),
  -- What the provider has taken back from us because of it: all or nothing of the amount.
  withdrawn bigint not null default 0 check (withdrawn in (0, amount)),
  state text not null check (state in ('open', 'won', 'lost')),
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  primary key (company_id, provider_id),
  foreign key (company_id, payment_id) references payment
);
create index dispute_by_payment on dispute (company_id, payment_id);
select tenant_table('dispute');

-- A business's part of a payout to the bank: the provider may bring the money of several in one.
create table payout (
  company_id bigint not null,
  provider_id text not null,
  business_id bigint not null,
  currency text not null,
  gross bigint not null,
  fees bigint not null,
  state text not null check (state in ('paid', 'failed')),
  created_at timestamptz not null default clock_timestamp(),
  primary key (company_id, provider_id, business_id)
);
select tenant_table('payout');

alter table ledger_entry
  -- The provider's id of the dispute or payout that moved the money.
  add column provider_id text not null default '',
  drop constraint ledger_entry_kind_check,
  add constraint ledger_entry_kind_check check (kind in (
    'charge', 'capture', 'refund', 'refund_reversal', 'cancel', 'write_off', 'dispute', 'payout', 'payout_reversal'
  ));

alter table provider_event
  add column payment_id bigint not null default 0,
  -- What the provider answered when asked, where that is not what the event claims.
  add column denied text;
create index provider_event_denied on provider_event (company_id, received_at) where denied is not null;
