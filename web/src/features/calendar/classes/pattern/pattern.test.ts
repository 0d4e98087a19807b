import { expect, test } from "vitest";
import { daysOf, type Pattern, patternWords, weekly } from "./pattern.ts";

const tuesday = "2030-01-08";
const of = (more: Partial<Pattern> = {}): Pattern => ({ ...weekly, date: tuesday, ...more });
const words = (more: Partial<Pattern>) => patternWords(of(more), (day) => day);

test("a class meets every week from its first day on, unless somebody says otherwise", () => {
  expect(daysOf(of({ sessions: "3" }))).toEqual(["2030-01-08", "2030-01-15", "2030-01-22"]);
  expect(words({ sessions: "3" })).toBe("Every week, until 2030-01-22");
});

test("twice a week and every other week: as many sessions as were asked for, none before the first", () => {
  expect(daysOf(of({ weekdays: ["0", "4"], sessions: "4" }))).toEqual(["2030-01-08", "2030-01-10", "2030-01-13", "2030-01-15"]);
  const other = { weeks: "2", weekdays: ["4"], sessions: "5" };
  expect(daysOf(of(other))).toEqual(["2030-01-08", "2030-01-10", "2030-01-22", "2030-01-24", "2030-02-05"]);
  expect(words(other)).toBe("Every 2 weeks on Tuesday and Thursday, until 2030-02-05");
  expect(daysOf(of({ weeks: "2", sessions: "2" }))).toEqual(["2030-01-08", "2030-01-22"]);
  expect(words({ weeks: "2", sessions: "2" })).toBe("Every 2 weeks, until 2030-01-22");
});

test("a holiday camp meets daily", () => {
  const camp = { weekdays: ["0", "1", "2", "3", "4", "5", "6"], sessions: "7" };
  expect(daysOf(of(camp)).at(-1)).toBe("2030-01-14");
  expect(words(camp)).toBe("Every day, until 2030-01-14");
});

test("picked dates are counted as they are, by time and none twice", () => {
  const picked = { repeats: "dates" as const, dates: ["2030-02-01", "2030-01-10", "2030-02-01", tuesday], sessions: "40" };
  expect(daysOf(of(picked))).toEqual(["2030-01-08", "2030-01-10", "2030-02-01"]);
  expect(words(picked)).toBe("3 sessions, 2030-01-08 to 2030-02-01");
  expect(words({ repeats: "dates" })).toBe("One session, on 2030-01-08");
});

test("what is half written has no days", () => {
  for (const half of [{ date: "" }, { weeks: "" }, { weeks: "x" }, { sessions: "" }])
    expect([daysOf(of(half)), words(half)], JSON.stringify(half)).toEqual([[], ""]);
  expect(daysOf(of({ weeks: "99", sessions: "999" }))).toHaveLength(60);
});
