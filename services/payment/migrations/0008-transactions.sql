-- A payment taken together with others, for several orders at once, names the first of them.
alter table payment add column transaction_id bigint;
create index payment_by_transaction on payment (company_id, transaction_id) where transaction_id is not null;
create index payment_by_day on payment (company_id, business_id, business_date, payment_id);
