-- Shifts that nobody has ended, for the clock's page: few, however long the past is.
create index clock_log_open on clock_log (company_id, business_id) where clock_out_time is null and deleted_at is null;
