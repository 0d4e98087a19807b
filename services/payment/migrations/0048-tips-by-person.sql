-- What one person is owed is summed whenever tips are paid out to them.
create index tip_share_by_staff on tip_share (company_id, staff_id);
