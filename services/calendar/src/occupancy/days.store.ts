import type { Db } from "../db.ts";
import {
  eitherWho,
  type FoundRows,
  type Ids,
  type RulesQuestion,
  rowOf,
  rulesText,
  rulesValues,
  type Values,
} from "../schedules/rules.store.ts";
import { countsPets, type RuleRows, rulesByStaff } from "../schedules/rules.ts";
import { datesBetween } from "../scheduling/dates.ts";
import { DAY_MINUTES, type Range } from "../scheduling/minutes.ts";
import { besideGaps, joined, PACK } from "../scheduling/packed.ts";
import { fromStored, type StoredShare } from "../scheduling/pet-share.ts";
import { type Rules, workingDay } from "../scheduling/schedule.ts";
import type { Busy, Holder, StaffDay } from "../scheduling/verdict.ts";
import { minutesOn, skippedMinutes, utcMinute } from "../scheduling/zone.ts";
import { Resource, Source } from "./resource.ts";

export type DaysQuestion = RulesQuestion & {
  zone: string;
  /** An appointment or block that is being moved: its own time counts as free. */
  ignoreAppointmentId?: string;
  ignoreBlockId?: string;
  /** A hold that is being used up. */
  ignoreToken?: string;
  /** Staff decide: what visitors of the storefront hold while they choose counts as free. */
  overVisitors?: boolean;
};

/** The days of several staff members, by "staffId date". */
export type Days = ReadonlyMap<string, StaffDay>;
export const dayKey = (staffId: string, date: string): string => `${staffId} ${date}`;

/** Times are minutes since 1970 UTC: what people do in other businesses, perhaps in other zones, counts by instant. */
type BusyRow = [
  staffId: string,
  start: number,
  end: number,
  kind: number,
  id: string,
  pets: number,
  serviceIds: string[],
  elsewhere: boolean,
  shares: StoredShare[],
  slotPets: number | null,
  offeredUntil: string | null,
];
type PackedRow = [staffId: string, packed: number[]];
type VisitsRow = [...PackedRow, ids: number[]];

const daysValues = (db: Db, q: DaysQuestion): Values => [
  ...rulesValues(db, q),
  q.ignoreAppointmentId ?? "0",
  q.ignoreBlockId ?? "0",
  q.ignoreToken ?? "",
  utcMinute(q.from, 0, q.zone),
  utcMinute(q.to, DAY_MINUTES, q.zone),
  q.overVisitors ?? false,
];

/** Nothing that takes a person's time is longer than a local day, which has 25 hours once a year: the index is read from there on. */
const within = `from_utc >= $10::bigint - 1560 and from_utc < $11::bigint and to_utc > $10::bigint`;
const takenOf = ({
  ids,
}: Ids): string => `from occupancy where company_id = $1 and resource_kind = ${Resource.STAFF} and resource_id = any(${ids})
  and ${within} and not (source_kind = ${Source.APPOINTMENT} and source_id = $7) and not (source_kind = ${Source.BLOCK} and source_id = $8)`;
const holdsOf = ({ ids }: Ids): string => `from slot_hold where company_id = $1 and staff_id = any(${ids})
  and ${within} and expires_at > clock_timestamp() and token <> $9 and not ($12::boolean and holder in (1, 2))`;

const inFull = (staffId: string, kind: string, id: string, pets: string): string =>
  `select json_agg(json_build_array(${staffId}::text, from_utc, to_utc, ${kind}, ${id}::text, ${pets}, service_ids::text[], business_id <> $2`;
const FIRST_HOLDER = 5;
const daysText = (of: Ids): string => `${rulesText(of)},
  (${inFull("resource_id", "source_kind", "source_id", "seats")}, pets, slot_pets, null)) ${takenOf(of)}) as busy,
  (${inFull("staff_id", `${FIRST_HOLDER} + holder`, "token", "pets")}, pet_shares, null, offered_until)) ${holdsOf(of)}) as held`;

const packed = `json_agg(from_utc * ${PACK} + (to_utc - from_utc)) as p`;
/** Which appointment of the business each of them is, 0 for anything else. */
const which = `json_agg(case when source_kind = ${Source.APPOINTMENT} and business_id = $2 then source_id else 0 end) as ids`;
const freeText =
  (named: boolean) =>
  (of: Ids): string =>
    `${rulesText(of)},
  (select json_agg(json_build_array(s::text, p${named ? ", ids" : ""}))
    from (select resource_id as s, ${packed}${named ? `, ${which}` : ""} ${takenOf(of)} group by resource_id) as taken) as busy,
  (select json_agg(json_build_array(s::text, p)) from (select staff_id as s, ${packed} ${holdsOf(of)} group by staff_id) as kept) as held`;

const [freeStatement, visitsToo] = [eitherWho(freeText(false)), eitherWho(freeText(true))];

type DaysAndExtra<Extra> = (db: Db, q: DaysQuestion, values?: Values) => Promise<{ days: Days; extra: Extra }>;

/**
 * Everything a decision needs: what each booking holds, which block or hold it is. Also further columns of the one statement, given as their text;
 * their own parameters come after those of the days, from the number told, and `$1` is the company.
 */
export function daysStatement<Extra extends object = object>(extra: (first: number) => string): DaysAndExtra<Extra> {
  const statement = eitherWho((of) => daysText(of) + extra(13));
  return async (db, q, values = []) => {
    const row = await rowOf<RuleRows & FoundRows & Extra & { busy: BusyRow[] | null; held: BusyRow[] | null }>(db, statement(q.who), [
      ...daysValues(db, q),
      ...values,
    ]);
    return { days: assemble(q, row, [...(row.busy ?? []), ...(row.held ?? [])].map(toBusy)), extra: row };
  };
}

const daysOnly = daysStatement(() => "");
export const loadDays = async (db: Db, q: DaysQuestion): Promise<Days> => (await daysOnly(db, q)).days;

/** Whose time is taken, by what, and from when to when in minutes since 1970 UTC. */
type Taken = { staffId: string; busy: Busy };

const toBusy = ([staffId, start, end, kind, id, pets, serviceIds, elsewhere, shares, slotPets, offeredUntil]: BusyRow): Taken => ({
  staffId,
  busy: {
    start,
    end,
    ...(kind === Source.CLASS_SESSION ? { id: "", classSessionId: id } : { id }),
    pets,
    serviceIds,
    elsewhere,
    ...(shares.length > 0 && { shares: shares.map(fromStored) }),
    ...(slotPets !== null && { slotPets }),
    ...(offeredUntil !== null && { offeredUntil }),
    ...(kind < FIRST_HOLDER
      ? { kind: kind === Source.APPOINTMENT ? "booking" : "block" }
      : { kind: "hold", holder: (kind - FIRST_HOLDER) as Holder }),
  },
});

type FreeRow<Busy extends readonly [...PackedRow, ...unknown[]] = PackedRow> = RuleRows &
  FoundRows & { busy: Busy[] | null; held: PackedRow[] | null };

/**
 * The same days for looking for so many free minutes only: each taken range travels as one number, and those with too little between them count as one.
 * Where pets count (slots, limits) this is not enough, and the full rows are read instead.
 */
export async function loadFreeDays(db: Db, q: DaysQuestion, least: number): Promise<Days> {
  return await freeDays(db, q, least, await rowOf<FreeRow>(db, freeStatement(q.who), daysValues(db, q)));
}

async function freeDays(db: Db, q: DaysQuestion, least: number, row: FreeRow | FreeRow<VisitsRow>): Promise<Days> {
  if (countsPets(row)) return await loadDays(db, q);
  const taken = [...(row.busy ?? []), ...(row.held ?? [])];
  return assemble(
    q,
    row,
    taken.flatMap(([staffId, numbers]) => joined(numbers, least).map((range) => takenBy(staffId, range))),
  );
}

/** An appointment of somebody on a day, in minutes of that day. */
export type Visited = Range & { readonly staffId: string; readonly date: string; readonly appointmentId: number };

/**
 * Days to look for so many free minutes on, and which appointments of the business stand on either side of such a time: only they say where somebody comes from and
 * has to go. Of whoever has several at once all are told.
 */
export async function loadFreeDaysAndVisits(db: Db, q: DaysQuestion, least: number): Promise<{ days: Days; visits: Visited[] }> {
  const row = await rowOf<FreeRow<VisitsRow>>(db, visitsToo(q.who), daysValues(db, q));
  const between = countsPets(row) ? Number.NEGATIVE_INFINITY : least;
  const dates = datesBetween(q.from, q.to);
  const daysOf = meeting(dates, q.zone);
  const visits = (row.busy ?? []).flatMap(([staffId, numbers, ids]) =>
    besideGaps(numbers, between, (at) => ids[at] !== 0).flatMap((range) =>
      daysOf(range).map(({ index, start, end }) => ({
        start,
        end,
        staffId,
        date: dates[index] as string,
        appointmentId: ids[range.at] as number,
      })),
    ),
  );
  return { days: await freeDays(db, q, least, row), visits };
}

const takenBy = (staffId: string, { start, end }: Range): Taken => ({
  staffId,
  busy: { start, end, kind: "booking", id: "", pets: 1, serviceIds: [], elsewhere: false },
});

function assemble(q: DaysQuestion, rows: RuleRows & FoundRows, taken: readonly Taken[]): Days {
  const dates = datesBetween(q.from, q.to);
  const busyOf = new Map<string, Busy[][]>(rows.who.map((staffId) => [staffId, dates.map(() => [])]));
  const daysOf = meeting(dates, q.zone);
  for (const { staffId, busy } of taken)
    for (const { index, start, end, begins } of daysOf(busy))
      busyOf.get(staffId)?.[index]?.push({ ...busy, start, end, pets: begins ? busy.pets : 0 });
  const rules = rulesByStaff(rows, rows.who);
  const days = new Map<string, StaffDay>();
  for (const [index, date] of dates.entries()) {
    const skipped = skippedMinutes(date, q.zone);
    for (const staffId of rows.who) {
      const day = workingDay(rules.get(staffId) as Rules, date);
      days.set(dayKey(staffId, date), { day, busy: busyOf.get(staffId)?.[index] ?? [], skipped });
    }
  }
  return days;
}

/** A part of something on one of the days, in its minutes. */
type Met = Range & { readonly index: number; readonly begins: boolean };

/** Which of the days something meets that is told in instants. */
function meeting(dates: readonly string[], zone: string): (range: Range) => Met[] {
  const begins = [...dates.map((date) => utcMinute(date, 0, zone)), utcMinute(dates.at(-1) as string, DAY_MINUTES, zone)];
  const first = begins[0] as number;
  return (range) => {
    const met: Met[] = [];
    let index = Math.max(Math.floor((range.start - first) / DAY_MINUTES) - 1, 0);
    for (; index < dates.length && (begins[index] as number) < range.end; index += 1) {
      const [from, to] = [begins[index] as number, begins[index + 1] as number];
      if (to <= range.start) continue;
      const clockChanges = to - from !== DAY_MINUTES;
      const { start, end } = clockChanges
        ? minutesOn(dates[index] as string, range, zone)
        : { start: range.start - from, end: range.end - from };
      met.push({ index, start: Math.max(start, 0), end: Math.min(end, DAY_MINUTES), begins: range.start >= from });
    }
    return met;
  };
}
