import { expect, test } from "vitest";
import { againOn } from "./again-on.ts";

test.each([
  ["at the client's usual interval after the visit", "2026-11-20", 42, "2027-01-01"],
  ["four weeks on without one", "2026-11-20", 0, "2026-12-18"],
  ["today where that is over", "2026-01-05", 42, "2026-11-24"],
])("a visit booked again: %s", (_, visited, days, expected) => {
  expect(againOn(visited, days, "2026-11-24")).toBe(expected);
});
