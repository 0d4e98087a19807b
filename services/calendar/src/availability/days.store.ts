import { rowsOf } from "@leashline/kit";
import type { Db } from "../db.ts";
import { datesBetween, dayNumber, weekday } from "../scheduling/dates.ts";
import { DAY_MINUTES } from "../scheduling/minutes.ts";
import { type Rules, workingDay } from "../scheduling/schedule.ts";
import type { Busy, Holder, StaffDay } from "../scheduling/verdict.ts";
import { minutesOn, skippedMinutes, utcMinute } from "../scheduling/zone.ts";
import { countsPets, type RuleRows, rulesByStaff } from "./rules.ts";

/** Whose days: named staff, or whoever of the business is on the calendar (and takes online bookings). */
export type Who = readonly string[] | { readonly online: boolean };

export type DaysQuestion = {
  companyId: string;
  businessId: string;
  zone: string;
  who: Who;
  from: string;
  to: string;
  /** A visit or block that is being moved: its own time counts as free. */
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
];
type FoundRows = { who: string[] };
type PackedRow = [staffId: string, packed: number[]];
type Values = readonly unknown[];

// The statements are texts written once; these are their parameters, by number.
const isNamed = (who: Who): who is readonly string[] => Array.isArray(who);
const rulesValues = ({ companyId, businessId, from, to, who }: DaysQuestion): Values => [
  companyId,
  businessId,
  from,
  to,
  weekdaysIn(from, to),
  isNamed(who) ? who : who.online,
];
const daysValues = (q: DaysQuestion): Values => [
  ...rulesValues(q),
  q.ignoreAppointmentId ?? "0",
  q.ignoreBlockId ?? "0",
  q.ignoreToken ?? "",
  utcMinute(q.from, 0, q.zone),
  utcMinute(q.to, DAY_MINUTES, q.zone),
  q.overVisitors ?? false,
];

function weekdaysIn(from: string, to: string): number[] {
  const first = dayNumber(from);
  return Array.from({ length: Math.min(7, dayNumber(to) - first + 1) }, (_, index) => weekday(first + index));
}

type Ids = { before: string; ids: string };
/** The ids of whom the days are asked for, in the order of the calendar; looked up in the same statement when nobody is named. */
const namedIds: Ids = { before: "", ids: "$6::bigint[]" };
const foundIds: Ids = {
  before: `with found as materialized (select coalesce(array_agg(staff_id order by sort, staff_id), '{}') as ids from staff
    where company_id = $1 and $2::bigint = any(business_ids) and not deleted and show_on_calendar and (book_online_available or not $6::boolean))`,
  ids: "(select ids from found)::bigint[]",
};

/** Of a rotation only the weekdays asked for, in all its weeks. */
const rotation = `(select json_object_agg(i, days -> i) from unnest($5::int[]) as d, generate_series(d, schedule_type * 7 - 1, 7) as i)`;
const rulesText = ({ before, ids }: Ids): string => `${before} select ${ids}::text[] as who,
  (select json_agg(json_build_array(staff_id::text, start_date, end_date, schedule_type, availability, week_start, ${rotation}) order by start_date desc)
    from staff_schedule where company_id = $1 and business_id = $2 and staff_id = any(${ids}) and start_date <= $4::date and end_date >= $3::date) as schedules,
  (select json_agg(json_build_array(staff_id::text, date, hours))
    from date_override where company_id = $1 and business_id = $2 and staff_id = any(${ids}) and date between $3::date and $4::date) as overrides,
  (select json_agg(json_build_array(start_date, end_date, description))
    from closed_date where company_id = $1 and business_id = $2 and end_date >= $3::date and start_date <= $4::date) as closed`;

/** Nothing that takes a person's time is longer than a local day, which has 25 hours once a year: the index is read from there on. */
const within = `from_utc >= $10::bigint - 1560 and from_utc < $11::bigint and to_utc > $10::bigint`;
const cardsOf = ({ ids }: Ids): string => `from card where company_id = $1 and staff_id = any(${ids}) and takes_time
  and ${within} and appointment_id is distinct from $7::bigint and (appointment_id is not null or id <> $8::bigint)`;
const holdsOf = ({ ids }: Ids): string => `from slot_hold where company_id = $1 and staff_id = any(${ids})
  and ${within} and expires_at > clock_timestamp() and token <> $9 and not ($12::boolean and holder in (1, 2))`;

const inFull = (kind: string, id: string): string =>
  `select json_agg(json_build_array(staff_id::text, from_utc, to_utc, ${kind}, ${id}, pets, service_ids::text[], business_id <> $2))`;
const daysText = (of: Ids): string => `${rulesText(of)},
  (${inFull("kind", "coalesce(appointment_id, id)::text")} ${cardsOf(of)}) as busy, (${inFull("5 + holder", "token")} ${holdsOf(of)}) as held`;

const packed = `json_agg(from_utc * 2048 + (to_utc - from_utc)) as p`;
const freeText = (of: Ids): string => `${rulesText(of)},
  (select json_agg(json_build_array(s::text, p)) from (select staff_id as s, ${packed} ${cardsOf(of)} group by staff_id) as taken) as busy,
  (select json_agg(json_build_array(s::text, p)) from (select staff_id as s, ${packed} ${holdsOf(of)} group by staff_id) as kept) as held`;

const both = (text: (of: Ids) => string): ((who: Who) => string) => {
  const [named, found] = [text(namedIds), text(foundIds)];
  return (who) => (isNamed(who) ? named : found);
};
const rulesStatement = both(rulesText);
const freeStatement = both(freeText);

async function rowOf<R>(db: Db, text: string, values: Values): Promise<R> {
  const [row] = await rowsOf<R>(db, text, values);
  if (!row) throw new Error("a select without from answers one row");
  return row;
}

type DaysAndExtra<Extra> = (db: Db, q: DaysQuestion, values?: Values) => Promise<{ days: Days; extra: Extra }>;

/**
 * Everything a decision needs: what each booking holds, which block or hold it is. Also further columns of the one statement, given as their text;
 * their own parameters come after those of the days, from the number told, and `$1` is the company.
 */
export function daysStatement<Extra extends object = object>(extra: (first: number) => string): DaysAndExtra<Extra> {
  const statement = both((of) => daysText(of) + extra(13));
  return async (db, q, values = []) => {
    const row = await rowOf<RuleRows & FoundRows & Extra & { busy: BusyRow[] | null; held: BusyRow[] | null }>(db, statement(q.who), [
      ...daysValues(q),
      ...values,
    ]);
    return { days: assemble(q, row, [...(row.busy ?? []), ...(row.held ?? [])].map(toBusy)), extra: row };
  };
}

const daysOnly = daysStatement(() => "");
export const loadDays = async (db: Db, q: DaysQuestion): Promise<Days> => (await daysOnly(db, q)).days;

/** Who works when, without what is booked. */
export async function loadRules(db: Db, q: DaysQuestion): Promise<Map<string, Rules>> {
  const row = await rowOf<RuleRows & FoundRows>(db, rulesStatement(q.who), rulesValues(q));
  return rulesByStaff(row, row.who);
}

/** Whose time is taken, by what, and from when to when in minutes since 1970 UTC. */
type Taken = { staffId: string; busy: Busy };

const toBusy = ([staffId, start, end, kind, id, pets, serviceIds, elsewhere]: BusyRow): Taken => ({
  staffId,
  busy: {
    start,
    end,
    id,
    pets,
    serviceIds,
    elsewhere,
    ...(kind < 5 ? { kind: kind === 4 ? "block" : "booking" } : { kind: "hold", holder: (kind - 5) as Holder }),
  },
});

const PACK = 2_048;

/**
 * The same days for looking for free time only: each taken range travels as one number, start * 2048 + length.
 * Where pets count (slots, limits) this is not enough, and the full rows are read instead.
 */
export async function loadFreeDays(db: Db, q: DaysQuestion): Promise<Days> {
  const row = await rowOf<RuleRows & FoundRows & { busy: PackedRow[] | null; held: PackedRow[] | null }>(
    db,
    freeStatement(q.who),
    daysValues(q),
  );
  if (countsPets(row)) return await loadDays(db, q);
  return assemble(
    q,
    row,
    [...(row.busy ?? []), ...(row.held ?? [])].flatMap(([staffId, numbers]) => numbers.map((number) => unpack(staffId, number))),
  );
}

function unpack(staffId: string, number: number): Taken {
  const length = number % PACK;
  const start = (number - length) / PACK;
  return { staffId, busy: { start, end: start + length, kind: "booking", id: "", pets: 1, serviceIds: [], elsewhere: false } };
}

function assemble(q: DaysQuestion, rows: RuleRows & FoundRows, taken: readonly Taken[]): Days {
  const dates = datesBetween(q.from, q.to);
  const busyOf = new Map<string, Busy[][]>(rows.who.map((staffId) => [staffId, dates.map(() => [])]));
  const place = placing(dates, q.zone);
  for (const { staffId, busy } of taken) place(busy, busyOf.get(staffId) ?? []);
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

/** Puts what is taken, told in instants, onto the days that it meets, told in their minutes. */
function placing(dates: readonly string[], zone: string): (busy: Busy, days: Busy[][]) => void {
  const begins = [...dates.map((date) => utcMinute(date, 0, zone)), utcMinute(dates.at(-1) as string, DAY_MINUTES, zone)];
  const first = begins[0] as number;
  return (busy, days) => {
    let index = Math.max(Math.floor((busy.start - first) / DAY_MINUTES) - 1, 0);
    for (; index < days.length && (begins[index] as number) < busy.end; index += 1) {
      const [from, to] = [begins[index] as number, begins[index + 1] as number];
      if (to <= busy.start) continue;
      const clockChanges = to - from !== DAY_MINUTES;
      const { start, end } = clockChanges
        ? minutesOn(dates[index] as string, busy, zone)
        : { start: busy.start - from, end: busy.end - from };
      days[index]?.push(onDay(busy, Math.max(start, 0), Math.min(end, DAY_MINUTES), busy.start >= from));
    }
  };
}

const onDay = (busy: Busy, start: number, end: number, begins: boolean): Busy => ({ ...busy, start, end, pets: begins ? busy.pets : 0 });
