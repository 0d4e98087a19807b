-- Of an invoice over a fee: the appointment that did not take place.
alter table orders add column fee_for bigint;
update orders o set fee_for = n.appointment_id from no_show_invoice n where n.company_id = o.company_id and n.order_id = o.order_id;
