-- The words about texts that the person sent the request with; '' when none were shown, or when staff entered it.
alter table booking_request add column text_consent text not null default '';
