-- How a client wants to be reminded, as customer tells it: ways by the numbers of MessageMethod, none where they did not say.
alter table recipient
  add column appt_reminder_by_list int[] not null default '{}',
  add column unconfirmed_reminder_by int not null default 0;
