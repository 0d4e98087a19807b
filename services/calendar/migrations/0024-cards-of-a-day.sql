-- A month shows the first cards of each day and how many there are: both are read from the index alone.
create index card_of_day on calendar_card (company_id, business_id, date, start_minute, staff_id, source_kind, source_id, status);
drop index card_of_date;
