-- What was written to somebody before they were a client is found by where it went.
create index message_to_nobody on message (company_id, address) where customer_id = 0 and author = 1;
