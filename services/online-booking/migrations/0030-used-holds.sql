-- The hold that a request was sent with: it is used up, also once the request is decided.
alter table booking_request add column sent_hold_token text not null default '';
create unique index booking_request_sent_hold on booking_request (company_id, sent_hold_token) where sent_hold_token <> '';
