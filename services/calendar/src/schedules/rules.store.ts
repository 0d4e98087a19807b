import { rowsOf } from "@leashline/kit";
import type { Db } from "../db.ts";
import { dayNumber, weekday } from "../scheduling/dates.ts";
import type { Rules } from "../scheduling/schedule.ts";
import { type RuleRows, rulesByStaff } from "./rules.ts";

/** Whose days: named staff, or whoever of the business is on the calendar (and takes online bookings). */
export type Who = readonly string[] | { readonly online: boolean };

/** Whose rules, in which business, on which days. */
export type RulesQuestion = { businessId: string; who: Who; from: string; to: string };

export type FoundRows = { who: string[] };
export type Values = readonly unknown[];

// The statements are texts written once; these are their parameters, by number.
const isNamed = (who: Who): who is readonly string[] => Array.isArray(who);
export const rulesValues = ({ companyId }: Db, { businessId, from, to, who }: RulesQuestion): Values => [
  companyId,
  businessId,
  from,
  to,
  weekdaysIn(from, to),
  isNamed(who) ? who : who.online,
];

function weekdaysIn(from: string, to: string): number[] {
  const first = dayNumber(from);
  return Array.from({ length: Math.min(7, dayNumber(to) - first + 1) }, (_, index) => weekday(first + index));
}

export type Ids = { before: string; ids: string };
/** The ids of whom the days are asked for, in the order of the calendar; looked up in the same statement when nobody is named. */
const namedIds: Ids = { before: "", ids: "$6::bigint[]" };
const foundIds: Ids = {
  before: `with found as materialized (select coalesce(array_agg(staff_id order by sort, staff_id), '{}') as ids from staff
    where company_id = $1 and $2::bigint = any(business_ids) and not deleted and show_on_calendar and (book_online_available or not $6::boolean))`,
  ids: "(select ids from found)::bigint[]",
};

/** Of a rotation only the weekdays asked for, in all its weeks. */
const rotation = `(select json_object_agg(i, days -> i) from unnest($5::int[]) as d, generate_series(d, schedule_type * 7 - 1, 7) as i)`;
export const rulesText = ({ before, ids }: Ids): string => `${before} select ${ids}::text[] as who,
  (select json_agg(json_build_array(staff_id::text, start_date, end_date, schedule_type, availability, week_start, ${rotation}) order by start_date desc)
    from staff_schedule where company_id = $1 and business_id = $2 and staff_id = any(${ids}) and start_date <= $4::date and end_date >= $3::date) as schedules,
  (select json_agg(json_build_array(staff_id::text, date, hours))
    from date_override where company_id = $1 and business_id = $2 and staff_id = any(${ids}) and date between $3::date and $4::date) as overrides,
  (select json_agg(json_build_array(start_date, end_date, description))
    from closed_date where company_id = $1 and business_id = $2 and end_date >= $3::date and start_date <= $4::date) as closed,
  (select service_ids::text[] from slot_free_service where company_id = $1 and business_id = $2) as "slotFree",
  (select array_agg(staff_id::text) from staff where company_id = $1 and staff_id = any(${ids}) and not deleted and not $2::bigint = any(business_ids)) as elsewhere`;

/** A statement for named staff, and the same for whoever is found. */
export const eitherWho = (text: (of: Ids) => string): ((who: Who) => string) => {
  const [named, found] = [text(namedIds), text(foundIds)];
  return (who) => (isNamed(who) ? named : found);
};

const rulesStatement = eitherWho(rulesText);

export async function rowOf<R>(db: Db, text: string, values: Values): Promise<R> {
  const [row] = await rowsOf<R>(db, text, values);
  if (!row) throw new Error("a select without from answers one row");
  return row;
}

/** Who works when, without what is booked. */
export async function loadRules(db: Db, q: RulesQuestion): Promise<Map<string, Rules>> {
  const row = await rowOf<RuleRows & FoundRows>(db, rulesStatement(q.who), rulesValues(db, q));
  return rulesByStaff(row, row.who);
}
