-- Several payments may be one charge: the card that a reader asks for once, for several bills of a client. The first of them, which names the transaction, is the
-- one that the provider knows.
alter table payment
  -- What that charge takes, fees on top included; 0 where the payment is a charge of its own.
  add column charge_total bigint not null default 0 check (charge_total >= 0);

drop index payment_intent;
create unique index payment_intent on payment (company_id, intent_id)
  where intent_id is not null and (charge_total = 0 or transaction_id is null);
create index payment_of_charge on payment (company_id, payment_id) where charge_total > 0;
