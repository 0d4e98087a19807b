-- Deposits of canceled visits that became the business's income; below zero what was given up again. Rows from before are filled by `make rebuild`.
alter table money_fact
  drop constraint money_fact_kind_check,
  drop constraint money_fact_amount_check,
  add constraint money_fact_kind_check check (kind in ('payment', 'refund', 'kept_deposit')),
  add constraint money_fact_amount_check check (amount >= 0 or kind = 'kept_deposit');
