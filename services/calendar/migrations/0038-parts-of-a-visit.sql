-- Whoever is at an appointment several times, with time for others between, takes their time and has a card for each: counted from 0.
alter table occupancy add column part smallint not null default 0;
alter table occupancy drop constraint occupancy_pkey, add primary key (company_id, source_kind, source_id, resource_kind, resource_id, day, part);
alter table calendar_card add column part smallint not null default 0;
alter table calendar_card drop constraint calendar_card_pkey, add primary key (company_id, source_kind, source_id, staff_id, part);

-- What is booked already gives back the time between. Left as it is where the clock changes meanwhile. Pets count where the first part begins.
create table stretch as
with did as (
  select l.company_id, l.appointment_id, p.staff_id, p.starts, greatest(p.ends, p.starts) as ends
  from pet_service l join appointment a on a.company_id = l.company_id and a.id = l.appointment_id and a.date = a.end_date and a.date >= current_date - 1
  cross join lateral (
    select l.staff_id, l.start_minute as starts, l.start_minute + l.duration as ends where l.work is null
    union all
    select (o->>'staffId')::bigint, l.start_minute + (o->>'offset')::int, l.start_minute + (o->>'offset')::int + (o->>'duration')::int
    from jsonb_array_elements(l.work->'parts') o where l.work is not null) p
  where p.staff_id > 0
), marked as (
  select *, starts > coalesce(max(ends) over (partition by company_id, appointment_id, staff_id order by starts, ends rows between unbounded preceding and 1 preceding), starts) as apart
  from did
), numbered as (
  select *, (count(*) filter (where apart) over (partition by company_id, appointment_id, staff_id order by starts, ends rows unbounded preceding))::smallint as part
  from marked
), put_together as (
  select company_id, appointment_id, staff_id, part, min(starts) as starts, max(ends) as ends from numbered group by 1, 2, 3, 4
), whole as (
  select *, min(starts) over w as first, max(ends) over w as last, count(*) over w as parts, bool_or(starts = ends) over w as has_empty
  from put_together window w as (partition by company_id, appointment_id, staff_id)
)
select o.company_id, o.source_id, o.resource_id, o.day, o.business_id, o.exclusive, w.part, o.from_utc + w.starts - w.first as from_utc, o.from_utc + w.ends - w.first as to_utc
from whole w join occupancy o on o.company_id = w.company_id and o.source_kind = 1 and o.source_id = w.appointment_id and o.resource_kind = 1 and o.resource_id = w.staff_id
where w.parts > 1 and not w.has_empty and o.to_utc - o.from_utc = w.last - w.first;

update occupancy o set to_utc = s.to_utc from stretch s
where s.part = 0 and o.company_id = s.company_id and o.source_kind = 1 and o.source_id = s.source_id and o.resource_kind = 1 and o.resource_id = s.resource_id and o.day = s.day;
insert into occupancy (company_id, source_kind, source_id, resource_kind, resource_id, day, from_utc, to_utc, business_id, exclusive, seats, part)
select company_id, 1, source_id, 1, resource_id, day, from_utc, to_utc, business_id, exclusive, 0, part from stretch where part > 0;
drop table stretch;
