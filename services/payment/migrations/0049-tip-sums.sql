-- What each person earned in tips at a location and was paid of it: what is owed is read without the rows it comes from. The database adds them up, so that an
-- older version that writes beside this one keeps them right too. Shares are taken off at the place that their bill is at: delete them before it gets another.
create table tip_sum (
  company_id bigint not null,
  business_id bigint not null,
  currency text not null,
  staff_id bigint not null,
  earned bigint not null default 0,
  paid_out bigint not null default 0,
  primary key (company_id, business_id, currency, staff_id)
);
select tenant_table('tip_sum');
select kept('tip_sum'::regclass, 'for ever', 'the business''s own record');

-- In order of people within one statement only: whoever writes shares of several bills in one transaction holds a lock of the location meanwhile, as the consumers do.
create function tip_shares_summed() returns trigger language plpgsql as $$
begin
  insert into tip_sum as t (company_id, business_id, currency, staff_id, earned)
    select o.company_id, o.business_id, o.currency, s.staff_id, sum(s.amount) * case tg_op when 'INSERT' then 1 else -1 end
      from changed s join tip_order o on o.company_id = s.company_id and o.order_id = s.order_id
      where s.staff_id <> 0 group by 1, 2, 3, 4 order by 4
    on conflict (company_id, business_id, currency, staff_id) do update set earned = t.earned + excluded.earned;
  return null;
end $$;
create trigger tip_shares_added after insert on tip_share referencing new table as changed for each statement execute function tip_shares_summed();
create trigger tip_shares_taken_back after delete on tip_share referencing old table as changed for each statement execute function tip_shares_summed();

create function tip_payout_summed() returns trigger language plpgsql as $$
begin
  insert into tip_sum as t (company_id, business_id, currency, staff_id, paid_out)
    values (new.company_id, new.business_id, new.currency, new.staff_id, case when new.undone_at is null then new.amount else -new.amount end)
    on conflict (company_id, business_id, currency, staff_id) do update set paid_out = t.paid_out + excluded.paid_out;
  return null;
end $$;
create trigger tip_paid_out after insert on tip_payout for each row execute function tip_payout_summed();
create trigger tip_payout_undone after update of undone_at on tip_payout for each row
  when (old.undone_at is null and new.undone_at is not null) execute function tip_payout_summed();

insert into tip_sum (company_id, business_id, currency, staff_id, earned, paid_out)
  select company_id, business_id, currency, staff_id, sum(earned), sum(paid_out) from (
    select o.company_id, o.business_id, o.currency, s.staff_id, s.amount as earned, 0 as paid_out
      from tip_share s join tip_order o on o.company_id = s.company_id and o.order_id = s.order_id where s.staff_id <> 0
    union all
    select company_id, business_id, currency, staff_id, 0, amount from tip_payout where undone_at is null) t
  group by 1, 2, 3, 4;
