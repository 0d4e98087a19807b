import { expect, test } from "vitest";
import { comingHolidays, federalHolidays } from "./holidays.ts";

// As the Office of Personnel Management lists them, on the days themselves.
test.each([
  [2026, "01-01 01-19 02-16 05-25 06-19 07-04 09-07 10-12 11-11 11-26 12-25"],
  [2027, "01-01 01-18 02-15 05-31 06-19 07-04 09-06 10-11 11-11 11-25 12-25"],
  [2028, "01-01 01-17 02-21 05-29 06-19 07-04 09-04 10-09 11-11 11-23 12-25"],
])("the holidays of %d", (year, days) => {
  expect(
    federalHolidays(year)
      .map(({ date }) => date.slice(5))
      .join(" "),
  ).toBe(days);
});

test("what is over and what a rule has already is not offered again", () => {
  const taken = [{ startDate: "2026-12-24", endDate: "2026-12-26" }];
  const coming = comingHolidays("2026-11-26", taken);
  expect(coming.slice(0, 2).map(({ name, date }) => [name, date])).toEqual([
    ["Thanksgiving", "2026-11-26"],
    ["New Year’s Day", "2027-01-01"],
  ]);
  expect(coming).toHaveLength(12);
  expect(
    comingHolidays("2026-11-26", [
      { startDate: "2026-12-25", endDate: "" },
      { startDate: "", endDate: "" },
    ]),
  ).toHaveLength(12);
});
