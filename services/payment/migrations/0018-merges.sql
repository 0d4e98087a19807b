-- A card stays with the person at the provider who saved it, also when its client becomes another; '' where that is the client's own.
alter table card add column provider_customer text not null default '';

-- A client's are found when the client becomes another.
create index card_of_client on card (company_id, customer_id);
create index order_account_of_client on order_account (company_id, customer_id) where customer_id <> 0;
