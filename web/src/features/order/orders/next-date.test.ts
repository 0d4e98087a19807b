import { expect, test } from "vitest";
import { firstOpen, isRhythmic, nextDate } from "./next-date.ts";

const paidFor = { year: 2026, month: 3, day: 10 };
const next = (expectedFrequencyDays: number, nextVisitDate = "", today = "2026-03-10") =>
  nextDate({ expectedFrequencyDays, nextVisitDate }, paidFor, today);

test.each([
  ["six weeks later", next(42), "2026-04-21"],
  ["not for a client without a rhythm", next(0), undefined],
  ["not when a later appointment is booked", next(42, "2026-03-11"), undefined],
  ["when only the appointment itself is known", next(42, "2026-03-10"), "2026-04-21"],
  ["not a day that has passed", next(42, "", "2026-04-21"), undefined],
])("the next date is proposed: %s", (_, date, expected) => expect(date).toBe(expected));

const hours = (days: Record<number, number>) =>
  Object.entries(days).map(([day, ranges]) => ({
    date: `2026-12-${day}`,
    timeRange: Array.from({ length: ranges }, () => ({})),
  }));

test.each([
  ["the day itself, where somebody works", hours({ 24: 1, 25: 1 }), "2026-12-24"],
  ["past closed days", hours({ 24: 0, 25: 0, 28: 2, 26: 0, 27: 0, 29: 1 }), "2026-12-28"],
  ["a day on which one of several works", [...hours({ 24: 0 }), ...hours({ 24: 1 })], "2026-12-24"],
  ["the day itself, where nothing is known", [], "2026-12-24"],
])("a suggested visit is on the first open day: %s", (_, known, expected) => expect(firstOpen(known, "2026-12-24")).toBe(expected));

test.each([
  [["GROOMING"], true],
  [["DAYCARE", "GROOMING"], true],
  [["BOARDING", "GROOMING"], false],
  [["GROUP_CLASS"], false],
])("a next visit is due after a bill for %j: %s", (types, due) =>
  expect(isRhythmic(types.map((serviceItemType) => ({ serviceItemType })))).toBe(due),
);
