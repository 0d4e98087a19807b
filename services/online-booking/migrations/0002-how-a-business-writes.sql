-- How a business writes times, days and amounts on its page.
alter table business_ref
  add column clock int not null default 12 check (clock in (12, 24)),
  add column date_format text not null default 'DD/MM/YYYY',
  add column number_format text not null default '1,234.56';
-- Businesses that are kept already write as their country's businesses start, until they tell of themselves again.
update business_ref set clock = 24 where country not in ('US', 'CA', 'AU', 'NZ', 'GB', 'IE', 'IN', 'PH');
update business_ref set date_format = 'MM/DD/YYYY' where country = 'US';
