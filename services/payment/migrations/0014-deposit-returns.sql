-- What of a deposit goes back by itself when the visit is canceled at least so many hours ahead; no percentage: staff decide each time.
alter table payment_setting
  add column deposit_return_hours int not null default 24 check (deposit_return_hours between 0 and 720),
  add column deposit_return_percentage text not null default '';
