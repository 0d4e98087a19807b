-- Whether prices hold their tax already. Null: as is usual where the company is. A company that is there already goes on as it did.
alter table order_setting add column taxes_included boolean;
update order_setting set taxes_included = false;
insert into order_setting (company_id, taxes_included) select distinct company_id, false from business on conflict (company_id) do nothing;

-- An order keeps what held when it was made. What of its tax is in its prices is not added to them again.
alter table orders
  add column taxes_included boolean not null default false,
  add column included_tax bigint not null default 0 check (included_tax >= 0 and included_tax <= tax);
do $$ declare name text; begin
  select conname into strict name from pg_constraint
    where conrelid = 'orders'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%total = %sub_total%';
  execute format('alter table orders drop constraint %I', name);
end $$;
alter table orders add constraint orders_total_sums check (total = sub_total - discount + tax - included_tax + tips);
