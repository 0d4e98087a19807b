-- Stays that a person looks after, for handing them over: they take nobody's time, so the index of a person's day leaves them out.
create index card_of_staff_stay on card (company_id, staff_id, end_date) where not takes_time and appointment_id is not null and staff_id > 0;
