-- A client's series are found when the client becomes another.
create index appointment_series_of_customer on appointment_series (company_id, customer_id);
