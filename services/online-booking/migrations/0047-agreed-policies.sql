-- What somebody was told before they sent a request, which holds for it. Not there of a class, and of requests from before.
alter table booking_request add column policy jsonb;
