-- What clients call the order by that a payment is for: the card provider tells it them with the charge. 0: not known.
alter table payment add column invoice_number bigint not null default 0;
