-- Whoever looks for a name mostly means somebody who is here or comes today: those are found without all the visits that were.
create index visit_on_day on visit (company_id, business_id, date) include (client_id) where status <> 4;
create index visit_in_shop on visit (company_id, business_id) include (client_id) where status in (5, 6);
