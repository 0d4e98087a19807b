-- Add-ons are offered on the booking page as services are. Those there are were never offered, and are not until somebody says so.
alter table add_on
  add column book_online_available boolean not null default false,
  add column show_base_price smallint not null default 0 check (show_base_price between 0 and 4),
  add column show_duration boolean not null default true;
