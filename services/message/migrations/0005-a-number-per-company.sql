-- The numbers that texts come from. Each is one company's, for good: what is answered to it is for that company alone.
create table text_number (
  company_id bigint not null,
  number text not null check (number ~ '^(\+[0-9]{7,15}|[0-9]{5,6})$'),
  -- The company writes from the one it was given last; the others it had still receive.
  given_at timestamptz not null default clock_timestamp(),
  primary key (company_id, number),
  -- Among all companies: a text comes in with two numbers and no tenant, and the number it was sent to says whose it is.
  constraint text_number_once unique (number)
);
select tenant_table('text_number');

-- The number a text went out from; '' for those from before numbers were kept.
alter table message add column from_number text not null default '';
create index message_before_numbers on message (company_id) where method = 1 and author = 1 and from_number = '' and provider_id <> '';
create index message_to_address on message (company_id, address, id desc) where method = 1 and author = 1;
drop index message_any_address;
drop index recipient_any_phone;

create function company_of_text_number(sent_to text) returns bigint
language sql stable security definer set search_path from current as $$
  select company_id from text_number where number = sent_to
$$;
-- Companies that sent texts before numbers were kept, all from the one number there was; more than one is as good as many.
create function text_writers_before_numbers() returns setof bigint
language sql stable security definer set search_path from current as $$
  select distinct company_id from message where method = 1 and author = 1 and from_number = '' and provider_id <> '' limit 2
$$;
-- The company an installation is for, when it is for one only.
create function only_text_company() returns bigint
language sql stable security definer set search_path from current as $$
  select min(company_id) from business having count(distinct company_id) = 1
$$;

-- Called by the version before this one alone, while both run: it finds nobody where a phone is known to several companies.
create or replace function route_of_phone(number_of_sender text)
returns table (company_id bigint, business_id bigint, customer_id bigint)
language sql stable security definer set search_path from current as $$
  select r.company_id, r.preferred_business_id, r.customer_id from recipient r
  where r.phone_e164 = number_of_sender and not r.deleted
    and (select count(distinct o.company_id) from recipient o where o.phone_e164 = number_of_sender and not o.deleted) = 1
  order by r.customer_id desc limit 1
$$;

do $$
declare f regprocedure;
begin
  foreach f in array array['company_of_text_number(text)'::regprocedure, 'text_writers_before_numbers()', 'only_text_company()'] loop
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to %I', f, current_setting('kit.login_role'));
  end loop;
end $$;
