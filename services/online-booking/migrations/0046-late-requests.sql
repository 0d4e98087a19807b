-- Hours within which the business means to answer a request; 0: none are named.
alter table setting add column request_promise_hours int not null default 24 check (request_promise_hours between 0 and 336);
-- From when on a request that still waits is late; null for those from before, of which nobody would be told.
alter table booking_request add column late_at timestamptz;
