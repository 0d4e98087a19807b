import { dayNumber, daysBetween, weekday } from "../scheduling/dates.ts";
import { datesOf, type Rule } from "../series/rule.ts";

/** What a feed says of one date, in local days and minutes. */
export type Entry = {
  readonly key: string;
  /** Of which series, and whose part of it; empty for what stands alone. */
  readonly series: string;
  readonly date: string;
  readonly start: number;
  readonly minutes: number;
  readonly version: number;
  readonly summary: string;
  readonly description: string;
};

/** Entries that readers take for one that repeats, and those of its dates that differ. */
export type Repeated<E extends Entry> = {
  readonly rule: Rule;
  readonly first: E;
  readonly last: string;
  readonly version: number;
  readonly leftOut: readonly string[];
  readonly differing: readonly { readonly instead: string; readonly entry: E }[];
};

/** So far one may have been put elsewhere by itself and still stand for its date. */
const NEAR_DAYS = 6;

const shapeOf = ({ start, minutes, summary, description }: Entry): string => JSON.stringify([start, minutes, summary, description]);

const largest = <T>(groups: Iterable<readonly T[]>): readonly T[] =>
  [...groups].reduce((most, one) => (one.length > most.length ? one : most), []);

const dayOf = (date: string): number => Number(date.slice(8));

/** The dates of a rule that is read from one of them until another, as far as readers of calendars know to find them: a 30th is left out in February. */
function datesFrom(rule: Rule, from: string, until: string): readonly string[] {
  const dates = datesOf({ ...rule, count: null, until }, from) ?? [];
  const day = dayOf(from);
  const byDay = rule.frequency === "month" && rule.monthDay === "date" && day > 28 && day < 31;
  return byDay ? dates.filter((date) => dayOf(date) === day) : dates;
}

/** From which of its own dates on a rule meets the most others: one that was put elsewhere is no beginning. */
function bestDates(rule: Rule, dates: readonly string[]): readonly string[] {
  const own = new Set(dates);
  const until = dates.at(-1) ?? "";
  const met = (given: readonly string[]): number => given.filter((date) => own.has(date)).length;
  const given = dates.map((date) => datesFrom(rule, date, until));
  return given.reduce((best, one) => (met(one) > met(best) ? one : best), []);
}

/** Of each entry that differs, the date for which it stands. */
function standingFor<E extends Entry>(entries: readonly E[], open: readonly string[]): Map<E, string> {
  const left = new Set(open);
  const found = new Map<E, string>();
  for (const entry of entries) {
    const away = (date: string): number => Math.abs(daysBetween(date, entry.date));
    const nearest = [...left].filter((date) => away(date) <= NEAR_DAYS).sort((a, b) => away(a) - away(b))[0];
    if (nearest === undefined) continue;
    found.set(entry, nearest);
    left.delete(nearest);
  }
  return found;
}

/** The entries of a series as one that repeats; null where too few of them do. */
function repeatedOf<E extends Entry>(entries: readonly E[], rule: Rule): { repeated: Repeated<E>; alone: readonly E[] } | null {
  const alike = largest(Map.groupBy(entries, shapeOf).values());
  const given = bestDates(rule, [...new Set(alike.map(({ date }) => date))].sort());
  const byDate = new Map(alike.map((entry) => [entry.date, entry]));
  const kept = given.flatMap((date) => byDate.get(date) ?? []);
  const [first] = kept;
  if (!first || kept.length < 2) return null;
  const rest = entries.filter((entry) => !kept.includes(entry)).sort((a, b) => a.date.localeCompare(b.date));
  const last = kept.at(-1)?.date ?? first.date;
  const open = given.filter((date) => date < last && !byDate.has(date));
  const places = standingFor(rest, open);
  const repeated = {
    rule,
    first,
    last,
    version: Math.max(...entries.map(({ version }) => version)),
    leftOut: open.filter((date) => ![...places.values()].includes(date)),
    differing: [...places].map(([entry, instead]) => ({ instead, entry })),
  };
  return { repeated, alone: rest.filter((entry) => !places.has(entry)) };
}

/** What a feed holds, with what repeats as one each. */
export function foldSeries<E extends Entry>(
  entries: readonly E[],
  rules: ReadonlyMap<string, Rule>,
): { repeated: Repeated<E>[]; alone: E[] } {
  const repeated: Repeated<E>[] = [];
  const alone: E[] = [];
  for (const [series, own] of Map.groupBy(entries, (one) => one.series)) {
    const rule = rules.get(series);
    const found = rule ? repeatedOf(own, rule) : null;
    if (found) repeated.push(found.repeated);
    alone.push(...(found ? found.alone : own));
  }
  return { repeated, alone };
}

const DAYS = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];

function byWhat({ frequency, weekdays, monthDay }: Rule, first: string): readonly string[] {
  const own = weekday(dayNumber(first));
  const day = dayOf(first);
  if (frequency === "week") {
    const all = [...new Set([...weekdays, own])].sort((a, b) => a - b);
    return [`BYDAY=${all.map((one) => DAYS[one]).join(",")}`, "WKST=SU"];
  }
  if (frequency === "day") return [];
  if (monthDay === "weekday") {
    const nth = Math.ceil(day / 7);
    return [`BYDAY=${nth === 5 ? -1 : nth}${DAYS[own]}`];
  }
  // A shorter month has the 31st on its last day.
  return [`BYMONTHDAY=${day === 31 ? -1 : day}`];
}

const FREQUENCIES = { day: "DAILY", week: "WEEKLY", month: "MONTHLY" };

/** The rule as RFC 5545 says it, read from one of its dates on; `until` an instant as it writes it. */
export const ruleText = (rule: Rule, first: string, until: string): string =>
  [`RRULE:FREQ=${FREQUENCIES[rule.frequency]}`, `INTERVAL=${rule.interval}`, ...byWhat(rule, first), `UNTIL=${until}`].join(";");
