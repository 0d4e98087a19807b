-- What came in as deposits and did not go back; how much of it the ledger holds for the client, which is none once the order is completed.
alter table order_account
  add column deposits bigint not null default 0,
  add column deposits_held bigint not null default 0,
  add column completed boolean not null default false;
alter table ledger_entry
  drop constraint ledger_entry_kind_check,
  add constraint ledger_entry_kind_check check (kind in (
    'charge', 'capture', 'refund', 'refund_reversal', 'cancel', 'write_off', 'dispute', 'payout', 'payout_reversal',
    'drawer_open', 'pay_in', 'pay_out', 'drawer_difference', 'drawer_close', 'deposit_held', 'deposit_applied'
  ));
