-- What a request came to when it was sent, with what puts itself onto the bill and with tax: the done page and the staff say the same. Not there of requests from before.
alter table booking_request add column bill jsonb;
