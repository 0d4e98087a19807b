-- What the business asks whoever books online, in order; empty until it says so itself. And what was answered, beside what it was asked with.
alter table setting add column questions jsonb not null default '[]';
alter table booking_request add column answers jsonb not null default '[]';
