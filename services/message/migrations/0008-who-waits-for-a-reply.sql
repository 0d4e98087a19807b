-- The client wrote last and no person has answered; what goes out by itself is no answer.
alter table thread add column needs_reply boolean not null default false;
update thread set needs_reply = true where last_from_customer and open_status = 1 and delete_time is null;
create index thread_needs_reply on thread (company_id, business_id, sorted_at desc, id desc) where needs_reply and delete_time is null;
