import { rowsOf } from "@leashline/kit";
import type { Db } from "../db.ts";
import { dateOf, dayNumber, weekday } from "../scheduling/dates.ts";
import { DAY_MINUTES } from "../scheduling/minutes.ts";
import { type Rules, workingDay } from "../scheduling/schedule.ts";
import type { Busy, StaffDay } from "../scheduling/verdict.ts";
import { skippedMinutes } from "../scheduling/zone.ts";
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
};

/** The days of several staff members, by "staffId date". */
export type Days = ReadonlyMap<string, StaffDay>;
export const dayKey = (staffId: string, date: string): string => `${staffId} ${date}`;

type BusyRow = [
  staffId: string,
  dayOffset: number,
  start: number,
  end: number,
  kind: number,
  id: string,
  pets: number,
  serviceIds: string[],
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

const cardsOf = ({ ids }: Ids): string => `from card where company_id = $1 and staff_id = any(${ids}) and takes_time
  and date between $3::date and $4::date and appointment_id is distinct from $7::bigint and (appointment_id is not null or id <> $8::bigint)`;
const holdsOf = ({ ids }: Ids): string => `from slot_hold where company_id = $1 and staff_id = any(${ids})
  and date between $3::date and $4::date and expires_at > clock_timestamp() and token <> $9`;

const inFull = (kind: string, id: string): string =>
  `select json_agg(json_build_array(staff_id::text, date - $3::date, start_minute, end_minute, ${kind}, ${id}, pets, service_ids::text[]))`;
const daysText = (of: Ids): string => `${rulesText(of)},
  (${inFull("kind", "coalesce(appointment_id, id)::text")} ${cardsOf(of)}) as busy, (${inFull("5", "token")} ${holdsOf(of)}) as held`;

const packed = `json_agg(((date - $3::date) * 1440 + start_minute)::bigint * 2048 + (end_minute - start_minute)) as p`;
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
  const statement = both((of) => daysText(of) + extra(10));
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

type Placed = { staffId: string; offset: number; busy: Busy };

const toBusy = ([staffId, offset, start, end, kind, id, pets, serviceIds]: BusyRow): Placed => ({
  staffId,
  offset,
  busy: { start, end, kind: kind === 4 ? "block" : kind === 5 ? "hold" : "booking", id, pets, serviceIds },
});

const PACK = 2_048;

/**
 * The same days for looking for free time only: each taken range travels as one number, (day * 1440 + start) * 2048 + length.
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

function unpack(staffId: string, number: number): Placed {
  const length = number % PACK;
  const at = (number - length) / PACK;
  const start = at % DAY_MINUTES;
  return {
    staffId,
    offset: (at - start) / DAY_MINUTES,
    busy: { start, end: start + length, kind: "booking", id: "", pets: 1, serviceIds: [] },
  };
}

function assemble(q: DaysQuestion, rows: RuleRows & FoundRows, placed: readonly Placed[]): Days {
  const first = dayNumber(q.from);
  const count = dayNumber(q.to) - first + 1;
  const taken = new Map<string, Busy[][]>(rows.who.map((staffId) => [staffId, Array.from({ length: count }, () => [])]));
  for (const { staffId, offset, busy } of placed) taken.get(staffId)?.[offset]?.push(busy);
  const rules = rulesByStaff(rows, rows.who);
  const days = new Map<string, StaffDay>();
  for (let offset = 0; offset < count; offset += 1) {
    const date = dateOf(first + offset);
    const skipped = skippedMinutes(date, q.zone);
    for (const staffId of rows.who) {
      const day = workingDay(rules.get(staffId) as Rules, date);
      days.set(dayKey(staffId, date), { day, busy: taken.get(staffId)?.[offset] ?? [], skipped });
    }
  }
  return days;
}
