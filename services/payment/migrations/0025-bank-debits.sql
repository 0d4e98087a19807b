-- Debits from a client's bank account, which the card processor takes within days.
alter table payment_setting add column bank_debits boolean not null default false;
alter table payment
  drop constraint payment_kind_check,
  drop constraint payment_by_vendor,
  drop constraint payment_completed_by_vendor,
  add constraint payment_kind_check check (kind in ('cash', 'check', 'card', 'bank', 'custom')),
  add constraint payment_by_vendor check (kind in ('card', 'bank') or (vendor = '' and intent_id is null and payment_method_token = '')),
  add constraint payment_completed_by_vendor check (
    kind not in ('card', 'bank') or state <> 'completed' or (vendor <> '' and intent_id is not null)
  );
