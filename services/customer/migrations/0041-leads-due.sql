-- Next steps that are due stand on Today: they are found without all the leads that have none.
create index lead_due on lead (company_id, next_step_on, client_id desc) where next_step_on is not null;
