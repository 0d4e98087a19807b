import { SpaceType } from "@leashline/proto/leashline/offering/v1/lodging_service_pb.js";
import { type RawBuilder, sql } from "kysely";
import type { CalendarTx, Db } from "../db.ts";
import { Resource, Source } from "../occupancy/resource.ts";
import { addDays } from "../scheduling/dates.ts";
import type { Holder } from "../scheduling/verdict.ts";
import type { TakenNight } from "./places.ts";
import type { Closure, Room } from "./room.ts";

type RoomJson = [
  unitId: string,
  name: string,
  typeId: string,
  typeName: string,
  area: boolean,
  capacity: number,
  maxWeight: number,
  petTypes: string[],
  petSizeIds: string[],
  closures: Closure[],
  deleted: boolean,
  rateKind: number,
  rateMinor: string,
];

/** The rooms of a business in the order in which they are shown; deleted ones only when they are named. They travel as one value, since they may be many. */
export const readRooms = (db: Db, businessId: string, alsoUnits: readonly string[] = []): Promise<Room[]> =>
  readRoomsWith(db, businessId, sql`any(${alsoUnits}::bigint[])`);

/** The same, with those of the deleted ones that `deletedToo` says. */
export async function readRoomsWith(db: Db, businessId: string, deletedToo: RawBuilder<unknown>): Promise<Room[]> {
  const { rows } = await sql<{
    rooms: RoomJson[] | null;
  }>`select json_agg(json_build_array(u.lodging_unit_id::text, u.name, u.lodging_type_id::text, t.name,
      t.space_type = ${sql.lit(SpaceType.AREA)}, case u.capacity when 0 then t.capacity else u.capacity end, t.max_weight, t.pet_types,
      t.pet_size_ids::text[], u.out_of_service, u.deleted, t.rate_kind, t.rate_minor::text) order by t.sort, t.lodging_type_id, u.sort, u.lodging_unit_id) as rooms
    from lodging_unit u join lodging_type t on t.company_id = u.company_id and t.lodging_type_id = u.lodging_type_id
    where u.company_id = ${db.companyId} and u.business_id = ${businessId}
      and (not u.deleted or u.lodging_unit_id = ${deletedToo})`.execute(db);
  return (rows[0]?.rooms ?? []).map(
    ([unitId, name, typeId, typeName, area, capacity, maxWeight, petTypes, petSizeIds, closures, deleted, kind, minor]) => ({
      ...{ unitId, name, typeId, typeName, area, capacity, maxWeight, petTypes, petSizeIds, closures, deleted },
      ...(kind !== 0 && { rate: { kind, minor: BigInt(minor) } }),
    }),
  );
}

export type NamedUnit = { readonly unitId: string; readonly name: string; readonly typeId: string; readonly typeName: string };

/** What units are called, deleted ones too. */
export async function unitNames(db: Db, unitIds: readonly string[]): Promise<NamedUnit[]> {
  if (unitIds.length === 0) return [];
  const { rows } =
    await sql<NamedUnit>`select u.lodging_unit_id as unit_id, u.name, u.lodging_type_id as type_id, t.name as type_name from lodging_unit u
    join lodging_type t on t.company_id = u.company_id and t.lodging_type_id = u.lodging_type_id
    where u.company_id = ${db.companyId} and u.lodging_unit_id = any(${unitIds}::bigint[]) order by t.sort, t.lodging_type_id, u.sort, u.lodging_unit_id`.execute(
      db,
    );
  return rows;
}

/** Which holds do not count: one that is used up, and those of these holders. */
export type OverHolds = { readonly ignoreToken?: string; readonly overHolders?: readonly Holder[] };
export type Spell = OverHolds & {
  businessId: string;
  from: string;
  to: string;
  ignoreAppointmentId?: string;
  /** What this one has is told apart from what others have. */
  ownAppointmentId?: string;
};

/** The nights of a unit, each a number of days after the first asked for, with when it begins, how many minutes it takes and what there is to say of it. */
type TakenJson = [unitId: string, days: number[], begins: number[], minutes: number[], said: number[]];

/** What is said of a night, as one number: its pets above these. */
const Said = { EXCLUSIVE: 1, ALONE: 2, OWN: 4, PETS: 8 } as const;
const says = (number: number, one: number): boolean => (number & one) !== 0;

/**
 * What takes or keeps rooms of a business from a night to another, both included, and on the night before. Of areas only how many pets of others are there:
 * nobody asks whose they are, and there are many. The nights of a unit travel as lists of numbers.
 */
export async function readTaken(db: Db, spell: Spell): Promise<TakenNight[]> {
  const { businessId, from, to, ignoreAppointmentId = "0", ownAppointmentId = "0", ignoreToken = "", overHolders = [] } = spell;
  const isOf = (id: string) => sql`(source_kind = ${sql.lit(Source.APPOINTMENT)} and source_id = ${id})`;
  const there = (kind: Resource) => sql`from occupancy where company_id = ${db.companyId} and business_id = ${businessId}
      and resource_kind = ${sql.lit(kind)} and day between ${from}::date - 1 and ${to}::date and not ${isOf(ignoreAppointmentId)}`;
  const when = (is: RawBuilder<unknown>, said: number) => sql`case when ${is} then ${sql.lit(said)} else 0 end`;
  const isAlone = sql`source_kind = ${sql.lit(Source.APPOINTMENT)} and exists (select from service_terms where company_id = ${db.companyId} and own_lodging)
        and exists (select from pet_service l join service_terms t on t.company_id = l.company_id and t.service_id = l.service_id and t.own_lodging
          where l.company_id = occupancy.company_id and l.appointment_id = occupancy.source_id
            and l.lodgings @> jsonb_build_array(jsonb_build_object('unitId', occupancy.resource_id::text)))`;
  const { rows } = await sql<{
    nights: TakenJson[] | null;
  }>`select json_agg(json_build_array(unit::text, days, begins, minutes, said)) as nights from (
    select unit, array_agg(day - ${from}::date) as days, array_agg(starts) as begins, array_agg(ends - starts) as minutes,
      array_agg(seats * ${sql.lit(Said.PETS)} + marks) as said from (
        select resource_id as unit, day, from_utc as starts, to_utc as ends, seats::bigint,
          ${when(sql`exclusive`, Said.EXCLUSIVE)} + ${when(isAlone, Said.ALONE)} + ${when(isOf(ownAppointmentId), Said.OWN)} as marks
        ${there(Resource.LODGING_UNIT)}
        union all
        select resource_id, day, min(from_utc), max(to_utc), sum(seats), ${when(sql`own`, Said.OWN)}
        from (select *, ${isOf(ownAppointmentId)} as own ${there(Resource.AREA)}) a group by resource_id, day, own
        union all
        select p.id, p.day, p."fromUtc", p."toUtc", p.seats, ${sql.lit(Said.EXCLUSIVE)}
        from stay_hold h, jsonb_to_recordset(h.places) p(kind int, id bigint, day date, "fromUtc" bigint, "toUtc" bigint, seats int)
        where h.company_id = ${db.companyId} and h.business_id = ${businessId} and h.expires_at > clock_timestamp() and h.token <> ${ignoreToken}
          and h.holder <> all(${overHolders}::int[]) and p.kind in (2, 3) and p.day between ${from}::date - 1 and ${to}::date) each group by unit) t`.execute(
    db,
  );
  return nightsIn(rows[0]?.nights ?? [], from);
}

function nightsIn(units: readonly TakenJson[], from: string): TakenNight[] {
  const dates = new Map<number, string>();
  const dateOf = (day: number): string => {
    const date = dates.get(day) ?? addDays(from, day);
    dates.set(day, date);
    return date;
  };
  return units.flatMap(([unitId, days, begins, minutes, said]) =>
    days.map((day, at): TakenNight => {
      const [start, marks] = [begins[at] as number, said[at] as number];
      return {
        ...{ unitId, night: dateOf(day), from: start, to: start + (minutes[at] as number), pets: Math.floor(marks / Said.PETS) },
        ...{ exclusive: says(marks, Said.EXCLUSIVE), alone: says(marks, Said.ALONE), own: says(marks, Said.OWN) },
      };
    }),
  );
}

/** The first day from one to another on which the business is closed. */
export async function closedOn(db: Db, businessId: string, from: string, to: string): Promise<string | null> {
  const { rows } = await sql<{ day: string }>`select greatest(start_date, ${from}::date) as day from closed_date
    where company_id = ${db.companyId} and business_id = ${businessId} and start_date <= ${to}::date and end_date >= ${from}::date
    order by start_date limit 1`.execute(db);
  return rows[0]?.day ?? null;
}

/** Every day from one to another on which the business is closed. */
export async function readClosedDays(db: Db, businessId: string, from: string, to: string): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`select distinct d::date as day from closed_date c,
      generate_series(greatest(c.start_date, ${from}::date), least(c.end_date, ${to}::date), '1 day') d
    where c.company_id = ${db.companyId} and c.business_id = ${businessId} and c.start_date <= ${to}::date and c.end_date >= ${from}::date
    order by 1`.execute(db);
  return rows.map(({ day }) => day);
}

/** Places beyond what a unit holds, on a night. */
export type ExtraNight = { readonly unitId: string; readonly night: string; readonly places: number; readonly note: string };

/** What is allowed on purpose from one night to another. */
export async function readExtras(db: Db, businessId: string, from: string, to: string): Promise<ExtraNight[]> {
  const { rows } = await sql<ExtraNight>`select lodging_unit_id as unit_id, night, places, note from extra_place
    where company_id = ${db.companyId} and business_id = ${businessId} and night between ${from}::date and ${to}::date
    order by lodging_unit_id, night`.execute(db);
  return rows;
}

/** The nights get this many extra places; with none they are as every night. */
export async function saveExtras(
  tx: CalendarTx,
  businessId: string,
  unitId: string,
  nights: readonly string[],
  extra: Pick<ExtraNight, "places" | "note">,
) {
  const days = sql`unnest(${nights}::date[])`;
  const ofUnit = sql`company_id = ${tx.ctx.companyId} and business_id = ${businessId} and lodging_unit_id = ${unitId}`;
  if (extra.places === 0) await sql`delete from extra_place where ${ofUnit} and night in (select ${days})`.execute(tx.db);
  else
    await sql`insert into extra_place (company_id, business_id, lodging_unit_id, night, places, note)
      select ${tx.ctx.companyId}, ${businessId}, ${unitId}, n, ${extra.places}, ${extra.note} from ${days} n
      on conflict (company_id, business_id, night, lodging_unit_id) do update set places = excluded.places, note = excluded.note`.execute(
      tx.db,
    );
}

/** Places that are counted in a unit on a night. */
export type StatedNight = { readonly kind: Resource; readonly unitId: string; readonly night: string; readonly places: number };

/** States the places of these units on these nights: what they may hold, or what is taken already where they hold fewer now. */
export async function stateNights(tx: CalendarTx, nights: readonly StatedNight[]): Promise<void> {
  if (nights.length === 0) return;
  await sql`insert into capacity (company_id, resource_kind, resource_id, day, seats)
    select ${tx.ctx.companyId}, n.kind, n.unit, n.day, n.seats
    from unnest(${nights.map((one) => one.kind)}::int[], ${nights.map((one) => one.unitId)}::bigint[], ${nights.map((one) => one.night)}::date[],
      ${nights.map((one) => one.places)}::int[]) n(kind, unit, day, seats)
    on conflict (company_id, resource_kind, resource_id, day) do update set seats = greatest(excluded.seats, capacity.used)`.execute(tx.db);
}
