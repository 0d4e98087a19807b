-- Whoever waited for an appointment to move that was canceled waits on without it, and for it again once the cancellation is undone.
alter table waitlist_entry add column canceled_appointment_id bigint not null default 0;
create index waitlist_entry_canceled on waitlist_entry (company_id, canceled_appointment_id) where state in ('waiting', 'booking') and canceled_appointment_id <> 0;
create index freed_time_appointment on freed_time (company_id, appointment_id) where state = 'open' and appointment_id <> 0;
