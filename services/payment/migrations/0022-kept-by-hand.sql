-- Staff may decide what is kept of a canceled visit's deposits; the deposit policy then leaves the order alone.
alter table order_account
  add column kept_by_hand boolean not null default false,
  add column kept_reason text not null default '';
-- Reports read again what was kept, entry by entry.
create index ledger_posting_kept on ledger_posting (company_id, entry_id) where account = 'deposits_kept';
