import { expect, test } from "vitest";
import { addDays } from "../scheduling/dates.ts";
import { datesOf, type Rule } from "./rule.ts";

// The examples of RFC 5545, section 3.8.5.3, with the dates that it states. What a rule of ours can say gives those dates. It has no words for BYMONTH, BYYEARDAY,
// BYWEEKNO, BYSETPOS, several or negative days of a month, another WKST than Sunday, hours, minutes, or no end at all.

const rule = (wish: Partial<Rule>): Rule => ({
  ...{ frequency: "week", interval: 1, weekdays: [], monthDay: "date", count: null, until: null },
  ...wish,
});
const [SUN, MON, TUE, WED, THU, FRI] = [0, 1, 2, 3, 4, 5];

/** "1997-09 2 4 9" and so on, month after month. */
const days = (...months: string[]): string[] =>
  months.flatMap((one) => {
    const [month, ...rest] = one.split(" ");
    return rest.map((day) => `${month}-${day.padStart(2, "0")}`);
  });
const every = (first: string, step: number, count: number): string[] => Array.from({ length: count }, (_, n) => addDays(first, n * step));

test.each<[string, string, Partial<Rule>, string[]]>([
  ["daily, 10 times", "1997-09-02", { frequency: "day", count: 10 }, days("1997-09 2 3 4 5 6 7 8 9 10 11")],
  ["every other day", "1997-09-02", { frequency: "day", interval: 2, count: 47 }, every("1997-09-02", 2, 47)],
  ["every 10 days, 5 times", "1997-09-02", { frequency: "day", interval: 10, count: 5 }, days("1997-09 2 12 22", "1997-10 2 12")],
  ["weekly, 10 times", "1997-09-02", { count: 10 }, days("1997-09 2 9 16 23 30", "1997-10 7 14 21 28", "1997-11 4")],
  ["weekly until December 24", "1997-09-02", { until: "1997-12-24" }, every("1997-09-02", 7, 17)],
  [
    "every other week",
    "1997-09-02",
    { interval: 2, count: 13 },
    days("1997-09 2 16 30", "1997-10 14 28", "1997-11 11 25", "1997-12 9 23", "1998-01 6 20", "1998-02 3 17"),
  ],
  [
    "Tuesdays and Thursdays for five weeks",
    "1997-09-02",
    { weekdays: [TUE, THU], until: "1997-10-06" },
    days("1997-09 2 4 9 11 16 18 23 25 30", "1997-10 2"),
  ],
  ["the same, 10 times", "1997-09-02", { weekdays: [TUE, THU], count: 10 }, days("1997-09 2 4 9 11 16 18 23 25 30", "1997-10 2")],
  [
    "every other Monday, Wednesday and Friday until December 24, from a Monday",
    "1997-09-01",
    { interval: 2, weekdays: [MON, WED, FRI], until: "1997-12-23" },
    days("1997-09 1 3 5 15 17 19 29", "1997-10 1 3 13 15 17 27 29 31", "1997-11 10 12 14 24 26 28", "1997-12 8 10 12 22"),
  ],
  [
    "every other Tuesday and Thursday, 8 times",
    "1997-09-02",
    { interval: 2, weekdays: [TUE, THU], count: 8 },
    days("1997-09 2 4 16 18 30", "1997-10 2 14 16"),
  ],
  [
    "the first Friday of the month, 10 times",
    "1997-09-05",
    { frequency: "month", monthDay: "weekday", count: 10 },
    days("1997-09 5", "1997-10 3", "1997-11 7", "1997-12 5", "1998-01 2", "1998-02 6", "1998-03 6", "1998-04 3", "1998-05 1", "1998-06 5"),
  ],
  [
    "the first Friday until December 24",
    "1997-09-05",
    { frequency: "month", monthDay: "weekday", until: "1997-12-24" },
    days("1997-09 5", "1997-10 3", "1997-11 7", "1997-12 5"),
  ],
  // With WKST=SU: weeks begin on Sunday here.
  ["every other Tuesday and Sunday", "1997-08-05", { interval: 2, weekdays: [TUE, SUN], count: 4 }, days("1997-08 5 17 19 31")],
  ["the 10th of June each year", "1997-06-10", { frequency: "month", interval: 12, count: 3 }, ["1997-06-10", "1998-06-10", "1999-06-10"]],
  ["through February 29", "2024-02-28", { frequency: "day", count: 3 }, ["2024-02-28", "2024-02-29", "2024-03-01"]],
])("%s", (_, first, wish, dates) => expect(datesOf(rule(wish), first)).toEqual(dates));

test("more than a hundred dates are refused: daily until December 24 gives 113", () =>
  expect(datesOf(rule({ frequency: "day", until: "1997-12-24" }), "1997-09-02")).toBeNull());

test("where the RFC leaves out a month that has no 31st or no February 29, ours takes the last day of it, as the screen says", () => {
  expect(datesOf(rule({ frequency: "month", count: 4 }), "2026-01-31")).toEqual(["2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30"]);
  expect(datesOf(rule({ frequency: "month", interval: 12, count: 2 }), "2024-02-29")).toEqual(["2024-02-29", "2025-02-28"]);
});
