-- What is counted of a client is found when the client becomes another.
create index money_fact_client on money_fact (company_id, customer_id);
create index order_fact_client on order_fact (company_id, customer_id);
