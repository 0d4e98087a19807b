alter table auto_message drop constraint auto_message_use_case_check;
alter table auto_message add constraint auto_message_use_case_check check (use_case between 1 and 15);
