import { expect, test } from "vitest";
import { againOn, againPath } from "./again.ts";

test.each([
  ["at the client's usual interval after the visit", { year: 2026, month: 11, day: 20 }, 42, "2027-01-01"],
  ["four weeks on without one", { year: 2026, month: 11, day: 20 }, 0, "2026-12-18"],
  ["four weeks from today where its day is not known", undefined, 0, "2026-12-22"],
  ["today where that is over", { year: 2026, month: 1, day: 5 }, 42, "2026-11-24"],
])("a visit booked again: %s", (_, visited, days, expected) => {
  expect(againOn(visited, days, "2026-11-24")).toBe(expected);
});

test("what they had is booked once more: a visit on its day, a stay on days that are chosen there", () => {
  const had = { appointmentId: "7", customerId: "5" };
  const path = (isStay: boolean) => new URL(againPath({ ...had, isStay }, "2026-12-18"), "https://shop.test");
  expect([path(false).pathname, Object.fromEntries(path(false).searchParams)]).toEqual([
    "/calendar/grooming",
    { book: "1", customerId: "5", again: "7", date: "2026-12-18" },
  ]);
  expect([path(true).pathname, Object.fromEntries(path(true).searchParams)]).toEqual([
    "/calendar/lodging",
    { book: "1", customerId: "5", again: "7" },
  ]);
});
