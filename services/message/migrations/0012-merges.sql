-- A client's threads are found when the client becomes another.
create index thread_of_client on thread (company_id, customer_id);
