import { expect, test } from "vitest";
import {
  addDays,
  formatDay,
  formatInstant,
  formatMinuteRange,
  formatMinutes,
  instantIn,
  isDay,
  isoToDay,
  nowIn,
  parseMinutes,
  startOfWeek,
} from "./dates.ts";

test("date-formats: YYYY-MM-DD, HH:mm, YYYY-MM-DD HH:mm:ss", () => {
  const instant = new Date("2024-03-05T07:08:09Z");
  expect(formatInstant(instant, "UTC", "YYYY-MM-DD")).toBe("2024-03-05");
  expect(formatInstant(instant, "UTC", "HH:mm")).toBe("07:08");
  expect(formatInstant(instant, "UTC")).toBe("2024-03-05 07:08:09");
  expect(formatInstant(instant, "America/New_York", "ddd MMM D, h:mm A")).toBe("Tue Mar 5, 2:08 AM");
});

test("days are written in the business's format and never shift with a zone", () => {
  expect(formatDay("2026-11-20")).toBe("20/11/2026");
  expect(formatDay("2026-11-20", "dddd, MMMM D")).toBe("Friday, November 20");
  expect(formatDay({ year: 2026, month: 2, day: 3 }, "MM/DD/YYYY")).toBe("02/03/2026");
  expect(formatDay(undefined)).toBe("");
  expect(isoToDay("2026-02-30")).toBeUndefined();
  expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
  expect(nowIn("Australia/Sydney", new Date("2026-11-20T14:30:00Z"))).toEqual({ date: "2026-11-21", minutes: 90 });
});

test("time-format-week-start: 12 or 24 hours, week from Sunday or Monday", () => {
  expect(formatMinutes(785, 12)).toBe("1:05 PM");
  expect(formatMinutes(785, 24)).toBe("13:05");
  expect(formatMinutes(0, 12)).toBe("12:00 AM");
  expect(formatMinutes(1440, 24)).toBe("00:00");
  expect(formatMinuteRange(660, 780)).toBe("11:00 AM – 1:00 PM");
  expect(formatMinuteRange(780, 840)).toBe("1:00 – 2:00 PM");
  expect(startOfWeek("2026-11-20", 0)).toBe("2026-11-15");
  expect(startOfWeek("2026-11-20", 1)).toBe("2026-11-16");
});

test.each([
  ["9", 540],
  ["9:30", 570],
  ["930", 570],
  ["9p", 1260],
  ["12am", 0],
  ["13.05", 785],
  ["24:00", undefined],
  ["13pm", undefined],
  ["soon", undefined],
])("a time typed as %s", (text, minutes) => expect(parseMinutes(text)).toBe(minutes));

test.each([
  ["1", 780],
  ["2:30", 870],
  ["230", 870],
  ["6", 1080],
  ["7", 420],
  ["12", 720],
  ["10", 600],
  ["1230", 750],
  ["1a", 60],
  ["01:00", 60],
  ["2:30 AM", 150],
  ["13:00", 780],
])("a time typed as %s by a clock of twelve hours", (text, minutes) => expect(parseMinutes(text, 12)).toBe(minutes));

test.each([
  ["2026-11-20", 9 * 60, "America/New_York", "2026-11-20T14:00:00.000Z"],
  ["2026-07-01", 0, "Europe/London", "2026-06-30T23:00:00.000Z"],
  ["2026-03-08", 60 + 59, "America/New_York", "2026-03-08T06:59:00.000Z"],
  ["2026-03-08", 2 * 60 + 30, "America/New_York", "2026-03-08T07:30:00.000Z"],
  ["2026-03-08", 3 * 60, "America/New_York", "2026-03-08T07:00:00.000Z"],
  ["2026-11-01", 3 * 60, "America/New_York", "2026-11-01T08:00:00.000Z"],
  ["2026-04-05", 12 * 60, "Australia/Sydney", "2026-04-05T02:00:00.000Z"],
])("a time people write is an instant: %s %i in %s", (iso, minutes, zone, expected) =>
  expect(instantIn(iso, minutes, zone).toISOString()).toBe(expected),
);

test.each([
  [{ year: 2024, month: 2, day: 31 }, true],
  [{ year: 1, month: 1, day: 1 }, true],
  [{ year: 0, month: 1, day: 1 }, false],
  [{ year: 2024, month: 13, day: 1 }, false],
  [{ year: 2024, month: 0, day: 1 }, false],
  [{ year: 2024, month: 12, day: 32 }, false],
  [{ year: 2024, month: 12, day: 0 }, false],
  [undefined, false],
])("date-value-valid: %j is a date value: %s", (value, valid) => expect(isDay(value)).toBe(valid));
