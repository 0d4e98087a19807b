-- Whether shop and pet parent have heard of a request: of one that may be accepted without anybody only once that is decided.
alter table booking_request add column told boolean not null default true;
