-- What clients did at some locations is summed up for whoever is told of those alone.
create index visit_there on visit (company_id, business_id, client_id);
