-- Whoever opens a drawer or puts cash into it adds up what there is beside it, while the drawer is locked.
create index ledger_posting_of_loose_cash on ledger_posting (company_id, entry_id) include (account, amount) where account in ('cash_outside', 'cash_safe');
