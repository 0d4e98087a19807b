import { expect, test } from "vitest";
import { leadTo } from "./planned.ts";

const week = { from: "2026-11-29", to: "2026-12-05" };

test.each([
  ["is shown", "2026-12-05", undefined],
  ["comes after those shown", "2026-12-06", { date: "2026-12-06" }],
  ["was before them", "2026-11-28", { date: "2026-11-28" }],
])("beside a booking the calendar shows the day that is chosen, here one that %s", (_, day, expected) =>
  expect(leadTo(day, week, "2026-11-30")).toEqual(expected),
);

test("today needs no word in the address", () => {
  expect(leadTo("2026-11-20", week, "2026-11-20")).toEqual({ date: undefined });
});
