-- What the card provider offers to lend to a location, as it told last.
create table financing_offer (
  company_id bigint not null,
  -- The provider's.
  offer_id text not null,
  business_id bigint not null,
  -- The location's account there.
  account text not null,
  channel text not null,
  -- As growth §4 names them, in snake case.
  status text not null check (status in (
    'pre_qualified', 'created', 'accepted', 'canceled', 'expired', 'fully_repaid', 'paid_out', 'rejected', 'replaced'
  )),
  offer_type text not null,
  product_type text not null,
  currency text not null,
  campaign_type text not null default '',
  offered_advance bigint not null check (offered_advance >= 0),
  offered_fee bigint not null check (offered_fee >= 0),
  -- Parts of a million.
  offered_withhold_ppm int not null check (offered_withhold_ppm between 0 and 1000000),
  -- All three until it is taken: null.
  accepted_advance bigint check (accepted_advance >= 0),
  accepted_fee bigint check (accepted_fee >= 0),
  accepted_withhold_ppm int check (accepted_withhold_ppm between 0 and 1000000),
  create_time timestamptz not null,
  expire_time timestamptz not null,
  -- Of the repayment that goes on: from when on, and what is due by when.
  begins_at timestamptz,
  due_at timestamptz,
  due_amount bigint,
  primary key (company_id, offer_id)
);
create index financing_offer_by_time on financing_offer (company_id, business_id, create_time desc, offer_id desc);
select tenant_table('financing_offer');

-- What was paid out and paid back of it. Each has an entry in the ledger.
create table financing_movement (
  company_id bigint not null,
  movement_id text not null,
  offer_id text not null,
  business_id bigint not null,
  kind text not null check (kind in ('payout', 'payment', 'reversal')),
  reason text not null default '',
  -- Whether a reversal takes back what was paid out, or what was paid back.
  reverses text not null default '' check (reverses in ('', 'payout', 'payment')),
  currency text not null,
  -- Negative in a reversal.
  advance bigint not null,
  fee bigint not null,
  -- Whether it went through the location's balance at the provider; else its bank was paid or debited.
  through text not null check (through in ('balance', 'bank')),
  description text not null default '',
  occur_time timestamptz not null,
  primary key (company_id, movement_id),
  foreign key (company_id, offer_id) references financing_offer,
  check ((kind = 'reversal') = (reverses <> ''))
);
create index financing_movement_by_time on financing_movement (company_id, offer_id, occur_time desc, movement_id desc);
select tenant_table('financing_movement');

select kept(t, 'for ever', 'the business''s own record') from unnest(array['financing_offer', 'financing_movement']::regclass[]) t;

alter table ledger_entry
  drop constraint ledger_entry_kind_check,
  add constraint ledger_entry_kind_check check (kind in (
    'charge', 'capture', 'refund', 'refund_reversal', 'cancel', 'write_off', 'dispute', 'payout', 'payout_reversal',
    'drawer_open', 'pay_in', 'pay_out', 'drawer_difference', 'drawer_close', 'deposit_held', 'deposit_applied',
    'deposit_kept', 'deposit_given_up', 'financing_advance', 'financing_repayment', 'financing_reversal'
  ));
