-- The size a pet had when its line was booked, as customer numbers sizes; 0 when not known. Limits of a day count by it.
alter table pet_service add column pet_size_id bigint not null default 0;

-- Of a staff member's time: the pets that it is taken for, [[size id, breed, [service ids]]].
alter table occupancy add column pets jsonb not null default '[]';
-- Where it lies in a day by slot: the slot's first minute, how many pets take a place in it, and how many the slot has room for;
-- no room is stated for what was put there beyond it on purpose.
alter table occupancy add column slot_start smallint;
alter table occupancy add column slot_pets smallint not null default 0;
alter table occupancy add column slot_capacity smallint;
-- What was booked by slot before counts its pets as it did.
update occupancy set slot_pets = seats where resource_kind = 1 and source_kind = 1;

alter table slot_hold add column pet_shares jsonb not null default '[]';

-- The places of slots that are taken, numbered from 1: two pets cannot have the same, and nobody gets one that the slot does not have.
create table slot_seat (
  company_id bigint not null,
  staff_id bigint not null,
  business_id bigint not null,
  day date not null,
  slot_start smallint not null,
  seat int not null check (seat > 0),
  appointment_id bigint not null,
  constraint one_pet_a_seat primary key (company_id, staff_id, business_id, day, slot_start, seat)
);
select tenant_table('slot_seat');
select kept('slot_seat', 'for ever', 'the business''s own record');

-- The lowest free places of the slot; with no room stated there is always another one.
create function take_slot_seats() returns trigger language plpgsql set search_path from current as $$
declare placed int;
begin
  insert into slot_seat (company_id, staff_id, business_id, day, slot_start, seat, appointment_id)
    select new.company_id, new.resource_id, new.business_id, new.day, new.slot_start, n, new.source_id
    from generate_series(1, coalesce(new.slot_capacity, 30000)) n
    where not exists (select from slot_seat s where s.company_id = new.company_id and s.staff_id = new.resource_id
      and s.business_id = new.business_id and s.day = new.day and s.slot_start = new.slot_start and s.seat = n)
    order by n limit new.slot_pets;
  get diagnostics placed = row_count;
  if placed < new.slot_pets then raise check_violation using constraint = 'no_seat_too_many', message = 'the slot is full'; end if;
  return null;
end $$;
create function free_slot_seats() returns trigger language plpgsql set search_path from current as $$
begin
  delete from slot_seat where company_id = old.company_id and staff_id = old.resource_id and business_id = old.business_id
    and day = old.day and slot_start = old.slot_start and appointment_id = old.source_id;
  return null;
end $$;
create trigger slot_seats_taken after insert on occupancy for each row
  when (new.slot_start is not null and new.slot_pets > 0) execute function take_slot_seats();
create trigger slot_seats_freed after delete on occupancy for each row when (old.slot_start is not null) execute function free_slot_seats();

-- Services that take no place in a slot, of each location.
create table slot_free_service (
  company_id bigint not null,
  business_id bigint not null,
  service_ids bigint[] not null default '{}',
  version int not null default 1,
  primary key (company_id, business_id)
);
select tenant_table('slot_free_service');
select kept('slot_free_service', 'for ever', 'the business''s own record');
