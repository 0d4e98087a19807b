import { Refusal, toWireDate } from "@leashline/kit";
import { expect, test } from "vitest";
import { calendarDay, comingDay, spanOf } from "./asked-days.ts";

const wire = (day: string) => ({ ...toWireDate(day), $typeName: "google.type.Date" as const });
const wrongField = (ask: () => unknown): string | undefined => {
  try {
    ask();
    return undefined;
  } catch (error) {
    return error instanceof Refusal ? error.options.field : "no refusal";
  }
};

test.each([
  ["1999-12-31", "date"],
  ["2000-01-01", undefined],
  ["2099-12-31", undefined],
  ["2100-01-01", "date"],
])("a calendar has a day %s: wrong is %s", (day, wrong) => expect(wrongField(() => calendarDay(wire(day), "date"))).toBe(wrong));

test.each([
  ["2031-05-05", "date"],
  ["2031-05-06", undefined],
  ["2100-01-01", "date"],
])("on 2031-05-06 a time is kept on %s: wrong is %s", (day, wrong) =>
  expect(wrongField(() => comingDay(wire(day), "date", "2031-05-06"))).toBe(wrong),
);

test("a list of days has an end that is not before its start and not too far; without one it is one day", () => {
  const span = (from: string, to: string) => spanOf({ startDate: wire(from), endDate: wire(to) }, 3);
  expect(spanOf({ startDate: wire("2031-05-06") }, 1)).toEqual({ from: "2031-05-06", to: "2031-05-06" });
  expect(span("2031-05-06", "2031-05-06")).toEqual({ from: "2031-05-06", to: "2031-05-06" });
  expect(span("2031-05-06", "2031-05-08")).toEqual({ from: "2031-05-06", to: "2031-05-08" });
  expect(wrongField(() => span("2031-05-06", "2031-05-05"))).toBe("endDate");
  expect(wrongField(() => span("2031-05-06", "2031-05-09"))).toBe("endDate");
});
