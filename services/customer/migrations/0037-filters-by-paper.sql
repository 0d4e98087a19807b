-- Clients are found by which vaccine of a pet ends when, and by which agreement waits for them, without looking through all of them.
create index pet_vaccine_ends on pet_vaccine (company_id, vaccine_id, expiration_date, pet_id) where expiration_date is not null;
create index agreement_record_waiting on agreement_record (company_id, agreement_id, client_id) where kind = 2 and deleted_at is null;
