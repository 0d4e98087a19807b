-- Bookkeepers number the parts of an account "4000-10" or "4000.10". A letter or digit begins, so that no file takes the number for a formula.
alter table ledger_account_name
  drop constraint ledger_account_name_number_check,
  add constraint ledger_account_name_number_check check (number ~ '^([A-Za-z0-9][A-Za-z0-9.-]{0,9})?$');
