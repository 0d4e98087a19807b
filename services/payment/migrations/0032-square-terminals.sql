-- Square's id of what a terminal was asked for; the payment's own id at Square is known once the card was charged.
alter table payment add column checkout_id text not null default '';
create index payment_checkout on payment (company_id, checkout_id) where checkout_id <> '';
-- Square has room for one name of ours: by it an event finds its payment or refund.
create index payment_at_square on payment (company_id, provider_ref) where vendor = 'square';
