-- When an event was written, not when its transaction began: of two about one thing the later one is the newer.
alter table outbox alter column created_at set default clock_timestamp();
