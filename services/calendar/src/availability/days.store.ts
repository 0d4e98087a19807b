import { type RawBuilder, sql } from "kysely";
import type { Db } from "../db.ts";
import { dateOf, dayNumber } from "../scheduling/dates.ts";
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

const isNamed = (who: Who): who is readonly string[] => Array.isArray(who);

/** The ids of whom the days are asked for, in the order of the calendar; looked up in the same statement when nobody is named. */
function whoSql({ companyId, businessId, who }: DaysQuestion): RawBuilder<string[]> {
  if (isNamed(who)) return sql<string[]>`${who}::bigint[]`;
  return sql<string[]>`(select coalesce(array_agg(staff_id order by sort, staff_id), '{}') from staff where company_id = ${companyId}
    and ${businessId}::bigint = any(business_ids) and not deleted and show_on_calendar and (book_online_available or not ${who.online}))::bigint[]`;
}

const rulesSql = (q: DaysQuestion): RawBuilder<RuleRows & FoundRows> => sql`
  ${whoSql(q)}::text[] as who,
  (select json_agg(json_build_array(staff_id::text, start_date, end_date, schedule_type, availability, week_start, days) order by start_date desc)
    from staff_schedule where company_id = ${q.companyId} and business_id = ${q.businessId} and staff_id = any(${whoSql(q)})
    and start_date <= ${q.to}::date and end_date >= ${q.from}::date) as schedules,
  (select json_agg(json_build_array(staff_id::text, date, hours))
    from date_override where company_id = ${q.companyId} and business_id = ${q.businessId} and staff_id = any(${whoSql(q)})
    and date between ${q.from}::date and ${q.to}::date) as overrides,
  (select json_agg(json_build_array(start_date, end_date, description))
    from closed_date where company_id = ${q.companyId} and business_id = ${q.businessId}
    and end_date >= ${q.from}::date and start_date <= ${q.to}::date) as closed`;

const cardsSql = (q: DaysQuestion): RawBuilder<unknown> => sql`
  from card where company_id = ${q.companyId} and staff_id = any(${whoSql(q)}) and takes_time
  and date between ${q.from}::date and ${q.to}::date
  and appointment_id is distinct from ${q.ignoreAppointmentId ?? "0"}::bigint
  and (appointment_id is not null or id <> ${q.ignoreBlockId ?? "0"}::bigint)`;

const holdsSql = (q: DaysQuestion): RawBuilder<unknown> => sql`
  from slot_hold where company_id = ${q.companyId} and staff_id = any(${whoSql(q)})
  and date between ${q.from}::date and ${q.to}::date and expires_at > clock_timestamp() and token <> ${q.ignoreToken ?? ""}`;

/** Everything a decision needs: what each booking holds, which block or hold it is. Also what a caller adds to the one statement. */
export async function loadDays<Extra extends object = object>(
  db: Db,
  q: DaysQuestion,
  extra: RawBuilder<Extra> = sql``,
): Promise<{ days: Days; extra: Extra }> {
  const { rows } = await sql<RuleRows & FoundRows & Extra & { busy: BusyRow[] | null; held: BusyRow[] | null }>`select ${rulesSql(q)},
    (select json_agg(json_build_array(staff_id::text, date - ${q.from}::date, start_minute, end_minute, kind, coalesce(appointment_id, id)::text, pets,
      service_ids::text[])) ${cardsSql(q)}) as busy,
    (select json_agg(json_build_array(staff_id::text, date - ${q.from}::date, start_minute, end_minute, 5, token, pets, service_ids::text[])) ${holdsSql(q)}) as held
    ${extra}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("a select without from answers one row");
  return { days: assemble(q, row, [...(row.busy ?? []), ...(row.held ?? [])].map(toBusy)), extra: row };
}

/** Who works when, without what is booked. */
export async function loadRules(db: Db, q: DaysQuestion): Promise<Map<string, Rules>> {
  const { rows } = await sql<RuleRows & FoundRows>`select ${rulesSql(q)}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("a select without from answers one row");
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
  const packed = sql`json_agg(((date - ${q.from}::date) * 1440 + start_minute)::bigint * 2048 + (end_minute - start_minute)) as p`;
  const { rows } = await sql<RuleRows & FoundRows & { busy: PackedRow[] | null; held: PackedRow[] | null }>`select ${rulesSql(q)},
    (select json_agg(json_build_array(s::text, p)) from (select staff_id as s, ${packed} ${cardsSql(q)} group by staff_id) as taken) as busy,
    (select json_agg(json_build_array(s::text, p)) from (select staff_id as s, ${packed} ${holdsSql(q)} group by staff_id) as kept) as held`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new Error("a select without from answers one row");
  if (countsPets(row)) return (await loadDays(db, q)).days;
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
