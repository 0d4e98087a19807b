-- A client's requests and places on the waitlist are found when the client becomes another.
create index booking_request_of_client on booking_request (company_id, customer_id) where customer_id <> 0;
create index waitlist_entry_of_client on waitlist_entry (company_id, customer_id);
