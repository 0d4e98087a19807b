import fc from "fast-check";
import rrule from "rrule";
import { expect, test } from "vitest";
import { addDays, dayNumber, weekday } from "../scheduling/dates.ts";
import { datesOf, HORIZON_DAYS, MOST_DATES, type Rule } from "./rule.ts";

const rule = (wish: Partial<Rule>): Rule => ({
  frequency: "week",
  interval: 1,
  weekdays: [],
  monthDay: "date",
  count: null,
  until: null,
  ...wish,
});

test.each<[string, Partial<Rule>, string, string[]]>([
  ["every third day", { frequency: "day", interval: 3, count: 3 }, "2027-02-27", ["2027-02-27", "2027-03-02", "2027-03-05"]],
  ["every other week", { interval: 2, count: 3 }, "2027-01-06", ["2027-01-06", "2027-01-20", "2027-02-03"]],
  [
    "Mondays and Fridays, from a Wednesday whose day counts as well",
    { weekdays: [1, 5], until: "2027-01-15" },
    "2027-01-06",
    ["2027-01-06", "2027-01-08", "2027-01-11", "2027-01-13", "2027-01-15"],
  ],
  ["the 31st", { frequency: "month", count: 4 }, "2027-01-31", ["2027-01-31", "2027-02-28", "2027-03-31", "2027-04-30"]],
  ["the second Tuesday", { frequency: "month", monthDay: "weekday", count: 3 }, "2027-01-12", ["2027-01-12", "2027-02-09", "2027-03-09"]],
  [
    "the fifth Friday is a month's last",
    { frequency: "month", monthDay: "weekday", count: 3 },
    "2027-01-29",
    ["2027-01-29", "2027-02-26", "2027-03-26"],
  ],
  ["the last day counts", { until: "2027-01-13" }, "2027-01-06", ["2027-01-06", "2027-01-13"]],
  ["ends before a second one", { until: "2027-01-12" }, "2027-01-06", ["2027-01-06"]],
])("%s", (_, wish, first, dates) => {
  expect(datesOf(rule(wish), first)).toEqual(dates);
});

test("a hundred dates within three years are taken, one more or later is not", () => {
  expect(datesOf(rule({ count: MOST_DATES }), "2027-01-06")).toHaveLength(MOST_DATES);
  expect(datesOf(rule({ frequency: "day", until: addDays("2027-01-06", MOST_DATES - 1) }), "2027-01-06")).toHaveLength(MOST_DATES);
  expect(datesOf(rule({ frequency: "day", until: addDays("2027-01-06", MOST_DATES) }), "2027-01-06")).toBeNull();
  expect(datesOf(rule({ frequency: "month", until: addDays("2027-01-06", HORIZON_DAYS) }), "2027-01-06")).not.toBeNull();
  expect(datesOf(rule({ frequency: "month", until: addDays("2027-01-06", HORIZON_DAYS + 1) }), "2027-01-06")).toBeNull();
  expect(datesOf(rule({ frequency: "month", interval: 12, count: 5 }), "2027-01-06")).toBeNull();
});

const { RRule } = rrule;
const days = [RRule.SU, RRule.MO, RRule.TU, RRule.WE, RRule.TH, RRule.FR, RRule.SA];
const utc = (date: string): Date => new Date(`${date}T00:00:00Z`);

/** The same rule in the words of RFC 5545. */
function theirs({ frequency, interval, weekdays, monthDay, count, until }: Rule, first: string): string[] {
  const own = weekday(dayNumber(first));
  const day = Number(first.slice(8));
  const by = {
    day: { freq: RRule.DAILY },
    week: { freq: RRule.WEEKLY, wkst: RRule.SU, byweekday: [...new Set([...weekdays, own])].map((one) => days[one] as typeof RRule.SU) },
    month:
      monthDay === "weekday"
        ? { freq: RRule.MONTHLY, byweekday: [(days[own] as typeof RRule.SU).nth(day > 28 ? -1 : Math.ceil(day / 7))] }
        : {
            freq: RRule.MONTHLY,
            bymonthday: Array.from({ length: day }, (_, nth) => nth + 1).filter((one) => one === day || one >= 28),
            bysetpos: -1,
          },
  }[frequency];
  const ends = until === null ? { count } : { until: utc(until) };
  return new RRule({ ...by, ...ends, interval, dtstart: utc(first) }).all().map((date) => date.toISOString().slice(0, 10));
}

test("any rule gives the dates that a recurrence library gives", () => {
  const anyRule = fc.record({
    frequency: fc.constantFrom("day", "week", "month" as const),
    interval: fc.integer({ min: 1, max: 8 }),
    weekdays: fc.uniqueArray(fc.integer({ min: 0, max: 6 })),
    monthDay: fc.constantFrom("date", "weekday" as const),
    ends: fc.oneof(fc.record({ count: fc.integer({ min: 2, max: 40 }) }), fc.record({ days: fc.integer({ min: 0, max: HORIZON_DAYS }) })),
  });
  const anyDay = fc.integer({ min: 0, max: 3_000 }).map((after) => addDays("2024-01-01", after));
  fc.assert(
    fc.property(anyRule, anyDay, ({ ends, ...wish }, first) => {
      const made = rule({ ...wish, ...("count" in ends ? ends : { until: addDays(first, ends.days) }) } as Partial<Rule>);
      const ours = datesOf(made, first);
      const expected = theirs(made, first);
      const tooMany = expected.length > MOST_DATES || dayNumber(expected.at(-1) as string) - dayNumber(first) > HORIZON_DAYS;
      expect(ours).toEqual(tooMany ? null : expected);
    }),
    { numRuns: 300 },
  );
});
