-- Orders are counted company by company: what a client reads on a bill says nothing of other companies' orders.
create table order_number (
  company_id bigint not null,
  last bigint not null,
  primary key (company_id)
);
select tenant_table('order_number'), kept('order_number', 'for ever', 'the business''s own record');

alter table orders add column number bigint not null default 0;
with counted as (select company_id, order_id, row_number() over (partition by company_id order by order_id) as number from orders)
  update orders o set number = c.number from counted c where o.company_id = c.company_id and o.order_id = c.order_id;
insert into order_number (company_id, last) select company_id, max(number) from orders group by company_id;
create unique index order_by_number on orders (company_id, number);

-- By the row itself, so that processes of the version before number theirs too.
create function next_order_number() returns trigger language plpgsql set search_path from current as $$
begin
  insert into order_number as n (company_id, last) values (new.company_id, 1)
    on conflict (company_id) do update set last = n.last + 1 returning last into new.number;
  return new;
end $$;
create trigger next_order_number before insert on orders for each row execute function next_order_number();
