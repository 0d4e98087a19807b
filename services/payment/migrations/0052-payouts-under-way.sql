-- A payout is kept from the moment it leaves the provider's balance: on its way, at the bank, or put back.
alter table payout
  drop constraint payout_state_check,
  add constraint payout_state_check check (state in ('pending', 'in_transit', 'paid', 'failed', 'canceled')),
  -- The provider is still finding out what it is made of: until then gross is what it brings, and its fees are not known.
  add column itemizing boolean not null default false,
  -- Why it did not reach the bank, in the provider's words.
  add column failure text not null default '';

-- An earlier payout that came back is brought again by a later one.
alter table payout_item
  drop constraint payout_item_kind_check,
  add constraint payout_item_kind_check check (kind in ('charge', 'refund', 'dispute', 'payout', 'other'));

-- What stands of a payout is added up whenever something is heard of it.
create index ledger_entry_of_payout on ledger_entry (company_id, provider_id, business_id) where kind in ('payout', 'payout_reversal');
