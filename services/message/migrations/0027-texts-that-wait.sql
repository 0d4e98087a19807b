-- By itself: while it is built nobody who reads messages waits, as they would for the column.
create index message_waiting on message (company_id, appointment_id) where wait_until is not null;
