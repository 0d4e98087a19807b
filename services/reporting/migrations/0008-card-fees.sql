-- What clients paid on top for paying by card, with their payments, and what of it went back, with their refunds. Rows from before are filled by `make rebuild`.
alter table money_fact add column card_fee bigint not null default 0;
