-- Time is taken by instant, not by the minutes of one clock: somebody may work in two zones. Instants are minutes since 1970 UTC, because that is what the
-- search for free times reads by the thousand, in columns of their own, because row security keeps an index on lower(during) from being used.
create function utc_minute(at timestamptz) returns bigint language sql immutable
  return (date_part('epoch', at - '1970-01-01 00:00:00+00'::timestamptz) / 60)::bigint;

alter table card add column from_utc bigint not null generated always as (utc_minute(lower(during))) stored,
  add column to_utc bigint not null generated always as (utc_minute(upper(during))) stored;
create index card_of_staff_time on card (company_id, staff_id, from_utc, to_utc) where takes_time;
drop index card_of_staff;

-- A local minute in UTC; one that comes twice means its first coming.
create function utc_minute(day date, minute int, zone text) returns bigint language sql stable set search_path from current as $$
  select utc_minute(least(l at time zone zone, case when e at time zone zone = l then e end))
  from (select l, (l - interval '3 hours') at time zone zone + interval '3 hours' as e from (select day + make_interval(mins => minute) as l) as wanted) as comings
$$;

alter table slot_hold add column from_utc bigint, add column to_utc bigint;
update slot_hold h set from_utc = utc_minute(h.date, h.start_minute, b.zone), to_utc = utc_minute(h.date, h.end_minute, b.zone)
  from business b where b.company_id = h.company_id and b.business_id = h.business_id;
delete from slot_hold where from_utc is null;
alter table slot_hold alter column from_utc set not null, alter column to_utc set not null;

-- The version before this one writes holds without instants while it is being replaced.
create function slot_hold_instants() returns trigger language plpgsql set search_path from current as $$
declare zone text;
begin
  select b.zone into zone from business b where b.company_id = new.company_id and b.business_id = new.business_id;
  new.from_utc := utc_minute(new.date, new.start_minute, coalesce(zone, 'UTC'));
  new.to_utc := utc_minute(new.date, new.end_minute, coalesce(zone, 'UTC'));
  return new;
end $$;
create trigger slot_hold_instants before insert on slot_hold for each row when (new.from_utc is null) execute function slot_hold_instants();

create index slot_hold_of_staff_time on slot_hold (company_id, staff_id, from_utc);
drop index slot_hold_of_staff;
