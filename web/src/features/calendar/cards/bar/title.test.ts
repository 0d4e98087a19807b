import { expect, test } from "vitest";
import { titleOf } from "./title.ts";

const day = (date: string) => ({ date, span: { from: date, to: date }, today: "2026-11-21" });
const week = (from: string, to: string) => ({ date: from, span: { from, to }, today: "2026-11-21" });

test.each([
  ["day", day("2026-11-21"), true, "Saturday, November 21"],
  ["day", day("2026-11-21"), false, "Sat, Nov 21"],
  ["day", day("2027-01-02"), false, "Sat, Jan 2, 2027"],
  ["week", week("2026-11-15", "2026-11-21"), true, "Nov 15 – 21"],
  ["week", week("2026-11-29", "2026-12-05"), true, "Nov 29 – Dec 5"],
  ["list", week("2026-12-27", "2027-01-09"), false, "Dec 27 – Jan 9, 2027"],
  ["month", day("2027-01-02"), true, "January 2027"],
  ["month", day("2027-09-02"), false, "Sep 2027"],
] as const)("the title of a %s", (view, shown, wide, title) => expect(titleOf(view, shown, wide, "MM/DD/YYYY")).toBe(title));

test.each([
  ["day", day("2026-11-21"), true, "Saturday, 21 November"],
  ["day", day("2027-01-02"), false, "Sat, 2 Jan 2027"],
  ["week", week("2026-11-16", "2026-11-22"), true, "16 – 22 Nov"],
  ["week", week("2026-11-30", "2026-12-06"), true, "30 Nov – 6 Dec"],
  ["list", week("2026-12-27", "2027-01-09"), false, "27 Dec – 9 Jan 2027"],
  ["month", day("2027-01-02"), true, "January 2027"],
] as const)("the title of a %s where the day is written before the month", (view, shown, wide, title) =>
  expect(titleOf(view, shown, wide, "DD.MM.YYYY")).toBe(title),
);
