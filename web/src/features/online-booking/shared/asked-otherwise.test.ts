import { expect, test } from "vitest";
import { askedOtherwise, isWhomTheyAskedFor } from "./asked-otherwise.ts";

const as = {
  askedEndDate: "",
  askedEndTime: 0,
  endDate: "",
  askedDate: "",
  askedStartTime: 0,
  askedStaffName: "",
  staffName: "Jo Lindqvist",
  staffAsked: true,
};
const until = { askedEndDate: "2026-12-03", askedEndTime: 660 };
const moved = { askedDate: "2026-12-01", askedStartTime: 510 };

test.each([
  ["was not decided otherwise", {}, null],
  ["was booked as asked, by way of the waitlist", { askedStaffName: "Jo Lindqvist" }, null],
  ["has another time, and the same person", { ...moved, askedStaffName: "Jo Lindqvist" }, ["2026-12-01", 510, ""]],
  ["has another person", { askedStaffName: "Ana Ruiz" }, ["", 0, "Ana Ruiz"]],
  ["has another time and another person", { ...moved, askedStaffName: "Ana Ruiz" }, ["2026-12-01", 510, "Ana Ruiz"]],
  ["has another person, and nobody was asked for", { staffAsked: false, askedStaffName: "Ana Ruiz" }, null],
  ["is a stay of other nights", { ...moved, ...until, endDate: "2026-12-04", staffName: "" }, ["2026-12-01", 510, "", "2026-12-03", 660]],
] as const)("of a request that %s only what differs is said", (_, over, said) => {
  const [date = "", startTime = 0, staffName = "", endDate = "", endTime = 0] = said ?? [];
  expect(askedOtherwise({ ...as, ...over })).toEqual(said && { date, startTime, endDate, endTime, staffName });
});

test("somebody else than they named is not marked as asked for", () => {
  expect(isWhomTheyAskedFor(as)).toBe(true);
  expect(isWhomTheyAskedFor({ ...as, askedStaffName: "Ana Ruiz" })).toBe(false);
  expect(isWhomTheyAskedFor({ ...as, staffAsked: false })).toBe(false);
});
