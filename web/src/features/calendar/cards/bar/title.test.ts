import { expect, test } from "vitest";
import { titleOf } from "./title.ts";

const day = (date: string) => ({ date, span: { from: date, to: date }, today: "2026-11-21" });
const week = (from: string, to: string) => ({ date: from, span: { from, to }, today: "2026-11-21" });

test.each([
  ["day", day("2026-11-21"), "wide", "Saturday, November 21"],
  ["day", day("2026-11-21"), "little", "Sat 21"],
  ["day", day("2026-11-21"), "some", "Sat, Nov 21"],
  ["day", day("2027-01-02"), "some", "Sat, Jan 2, 2027"],
  ["day", day("2026-12-02"), "little", "Dec 2"],
  ["day", day("2027-01-02"), "little", "Jan 2, 2027"],
  ["week", week("2026-11-15", "2026-11-21"), "wide", "Nov 15 – 21"],
  ["week", week("2026-11-29", "2026-12-05"), "wide", "Nov 29 – Dec 5"],
  ["list", week("2026-12-27", "2027-01-09"), "some", "Dec 27 – Jan 9, 2027"],
  ["month", day("2027-01-02"), "wide", "January 2027"],
  ["month", day("2027-09-02"), "some", "Sep 2027"],
] as const)("the title of a %s", (view, shown, room, title) => expect(titleOf(view, shown, room, "MM/DD/YYYY")).toBe(title));

test.each([
  ["day", day("2026-11-21"), "wide", "Saturday, 21 November"],
  ["day", day("2026-11-21"), "little", "Sat 21"],
  ["day", day("2027-01-02"), "little", "2 Jan 2027"],
  ["day", day("2027-01-02"), "some", "Sat, 2 Jan 2027"],
  ["week", week("2026-11-16", "2026-11-22"), "wide", "16 – 22 Nov"],
  ["week", week("2026-11-30", "2026-12-06"), "wide", "30 Nov – 6 Dec"],
  ["list", week("2026-12-27", "2027-01-09"), "some", "27 Dec – 9 Jan 2027"],
  ["month", day("2027-01-02"), "wide", "January 2027"],
] as const)("the title of a %s where the day is written before the month", (view, shown, room, title) =>
  expect(titleOf(view, shown, room, "DD.MM.YYYY")).toBe(title),
);
