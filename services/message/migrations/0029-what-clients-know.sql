-- What was written to somebody before they were a client is found by where it went.
create index message_to_nobody on message (company_id, address) where customer_id = 0 and author = 1;
-- Whose an e-mail is.
create index recipient_email on recipient (company_id, email) where email <> '';
-- The version to which its client moved an appointment themselves: they know when it is, whether they have had a message by then or not.
alter table visit add column own_move_version int;
