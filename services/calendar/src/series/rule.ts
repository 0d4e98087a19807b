import { addDays, dateOf, dayNumber, daysBetween, startOfWeek, weekday } from "../scheduling/dates.ts";

export type Frequency = "day" | "week" | "month";
export type MonthDay = "date" | "weekday";

/** How something repeats, as it is stored. One of `count` (with the first) and `until` ends it. */
export type Rule = {
  readonly frequency: Frequency;
  readonly interval: number;
  /** By week, 0 Sunday to 6 Saturday. */
  readonly weekdays: readonly number[];
  /** By month. */
  readonly monthDay: MonthDay;
  readonly count: number | null;
  readonly until: string | null;
};

/** A series has at most so many dates, all of them within so many days. */
export const MOST_DATES = 100;
export const HORIZON_DAYS = 3 * 366;

/** The dates of a rule, the first one among them, in order; null when they are more than a series may have. */
export function datesOf(rule: Rule, first: string): string[] | null {
  const last = rule.until ?? addDays(first, HORIZON_DAYS);
  if (daysBetween(first, last) > HORIZON_DAYS) return null;
  const dates: string[] = [];
  for (const date of unending(rule, first)) {
    if (date > last) return rule.until === null ? null : dates;
    dates.push(date);
    if (dates.length === rule.count) return dates;
    if (dates.length > MOST_DATES) return null;
  }
  return dates;
}

function* unending(rule: Rule, first: string): Generator<string> {
  const steps = { day: everyDay, week: everyWeek, month: everyMonth }[rule.frequency];
  for (let nth = 0; ; nth += 1) yield* steps(rule, first, nth * rule.interval);
}

function* everyDay(_: Rule, first: string, days: number): Generator<string> {
  yield addDays(first, days);
}

function* everyWeek({ weekdays }: Rule, first: string, weeks: number): Generator<string> {
  const begin = dayNumber(first);
  const sunday = startOfWeek(begin, 0) + weeks * 7;
  const days = [...new Set([...weekdays, weekday(begin)])].sort((a, b) => a - b);
  for (const day of days) if (sunday + day >= begin) yield dateOf(sunday + day);
}

function* everyMonth({ monthDay }: Rule, first: string, months: number): Generator<string> {
  const begin = Temporal.PlainDate.from(first);
  const month = begin.toPlainYearMonth().add({ months });
  // A shorter month has the 31st on its last day.
  if (monthDay === "date") yield month.toPlainDate({ day: begin.day }).toString();
  else yield nthWeekday(month, begin);
}

/** "The second Tuesday" of a month; the fifth is its last. */
function nthWeekday(month: Temporal.PlainYearMonth, like: Temporal.PlainDate): string {
  const nth = Math.ceil(like.day / 7);
  const from = month.toPlainDate({ day: 1 });
  const firstOne = 1 + ((like.dayOfWeek - from.dayOfWeek + 7) % 7);
  const day = firstOne + (nth - 1) * 7;
  return month.toPlainDate({ day: day > month.daysInMonth ? day - 7 : day }).toString();
}
