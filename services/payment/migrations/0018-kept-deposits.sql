-- What of a canceled visit's deposits is the business's for good, by its deposit policy.
alter table order_account add column kept bigint not null default 0 check (kept >= 0);
alter table ledger_entry
  drop constraint ledger_entry_kind_check,
  add constraint ledger_entry_kind_check check (kind in (
    'charge', 'capture', 'refund', 'refund_reversal', 'cancel', 'write_off', 'dispute', 'payout', 'payout_reversal',
    'drawer_open', 'pay_in', 'pay_out', 'drawer_difference', 'drawer_close', 'deposit_held', 'deposit_applied',
    'deposit_kept', 'deposit_given_up'
  ));
