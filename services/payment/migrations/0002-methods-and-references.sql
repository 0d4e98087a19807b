-- Card, cash and check are of every business for good. One that was deleted comes back, closed; a method of a business's own that took its name keeps
-- it with its number.
update payment_method set name = name || ' (' || method_id || ')'
  where not prefab and deleted_at is null and lower(regexp_replace(name, '[^[:alnum:]]', '', 'g')) in ('card', 'creditcard', 'cash', 'check');
update payment_method set deleted_at = null, deleted_by = null, inactive = true where prefab and deleted_at is not null;
create unique index payment_method_prefab on payment_method (company_id, business_id, kind) where prefab;
alter table payment_method
  add check (not prefab or deleted_at is null),
  add check (prefab = (kind <> 'custom'));

-- A card payment ends as completed only with what its vendor took; nothing else is with a vendor.
alter table payment
  add constraint payment_by_vendor check (kind = 'card' or (vendor = '' and intent_id is null and payment_method_token = '')),
  add constraint payment_completed_by_vendor check (kind <> 'card' or state <> 'completed' or (vendor <> '' and intent_id is not null));
