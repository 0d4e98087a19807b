import { expect, test } from "vitest";
import { localeFormatOf, writeDay, writeMoney, writeStay, writeTime } from "./locale-format.ts";
import { toMoney } from "./money/money.ts";

test.each([
  [0, "12:00 AM", "00:00"],
  [65, "1:05 AM", "01:05"],
  [720, "12:00 PM", "12:00"],
  [785, "1:05 PM", "13:05"],
  [1440, "12:00 AM", "00:00"],
])("time-format-week-start: minute %i is %s on a clock of twelve and %s on one of twenty-four", (minutes, twelve, whole) => {
  expect(writeTime(minutes, { clock: 12 })).toBe(twelve);
  expect(writeTime(minutes, { clock: 24 })).toBe(whole);
});

test.each([
  ["MM/DD/YYYY", "Friday, November 20"],
  ["YYYY-MM-DD", "Friday, November 20"],
  ["DD/MM/YYYY", "Friday, 20 November"],
  ["DD.MM.YYYY", "Friday, 20 November"],
])("a day in words follows the order of %s", (dateFormat, expected) => expect(writeDay("2026-11-20", { dateFormat })).toBe(expected));

test.each([
  [123_456n, "USD", "1,234.56", "$1,234.56"],
  [123_456n, "EUR", "1.234,56", "€1.234,56"],
  [123_456n, "CHF", "1'234.56", "CHF 1'234.56"],
  [123_456n, "EUR", "1 234,56", "€1 234,56"],
  [123_450n, "USD", "1,234", "$1,234.50"],
  [1_234_567n, "KWD", "1,234.56", "KWD 1,234.567"],
  [1_234_567n, "JPY", "1,234.56", "¥1,234,567"],
  [-5n, "EUR", "1.234,56", "−€0,05"],
])("number-formats: %i minor units of %s in %s are %s", (minor, currency, numberFormat, expected) =>
  expect(writeMoney(toMoney(minor, currency), { numberFormat })).toBe(expected),
);

test("business-format-defaults: what an event leaves out is as every business starts", () => {
  expect(localeFormatOf({ timeFormatType: 0, dateFormat: "", numberFormat: "" })).toEqual({
    clock: 12,
    dateFormat: "DD/MM/YYYY",
    numberFormat: "1,234.56",
  });
  expect(localeFormatOf({ timeFormatType: 2, dateFormat: "DD.MM.YYYY", numberFormat: "1.234,56" })).toEqual({
    clock: 24,
    dateFormat: "DD.MM.YYYY",
    numberFormat: "1.234,56",
  });
});

test.each([
  ["MM/DD/YYYY", "2026-12-06", "Fri, Dec 4 to Sun, Dec 6 (2 nights)"],
  ["DD/MM/YYYY", "2026-12-05", "Fri, 4 Dec to Sat, 5 Dec (1 night)"],
])("a stay is written by its days and its nights (%s)", (dateFormat, endDate, expected) =>
  expect(writeStay({ date: "2026-12-04", endDate }, { dateFormat })).toBe(expected),
);
