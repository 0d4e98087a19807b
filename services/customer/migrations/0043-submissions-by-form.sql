-- Whether a form was filled in is asked of each form that is listed, opened or deleted.
create index intake_submission_form on intake_submission (company_id, form_id) where deleted_at is null;
