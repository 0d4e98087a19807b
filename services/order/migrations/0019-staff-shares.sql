-- Whose a line is where several people did the service, as JSON text: [{"staffId","staffName","ratio"}], ratios in percent that sum to 100. Empty where one person did
-- it, who is staff_id; else staff_id is the first of them.
alter table order_line add column staff_shares text not null default '';
