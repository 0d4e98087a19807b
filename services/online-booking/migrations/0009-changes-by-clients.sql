-- Whether clients may move and cancel their appointments with the link in their messages, and until how many hours before the start.
alter table setting
  add column client_changes boolean not null default true,
  add column change_notice_hours int not null default 24 check (change_notice_hours between 0 and 336);
