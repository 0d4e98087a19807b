import { expect, test } from "vitest";
import {
  asIfFree,
  cellsOf,
  lastOf,
  mayArrive,
  mayLeave,
  monthAfter,
  type Night,
  type Nights,
  nextOpen,
  pressed,
  reachOf,
  shownFrom,
} from "./month.ts";
import { firstArrival, timesOf } from "./stay-values.ts";

const nights: Nights = new Map(
  ["free", "free", "full", "free", "closed", "free"].map((state, index) => {
    const date = `2026-12-0${index + 1}`;
    return [date, { date, free: state !== "full", closed: state === "closed" }];
  }),
);
const limits = { min: 1, max: 3 };

test("a month has its days in weeks from Sunday, over the end of the year too", () => {
  expect(cellsOf("2026-12").slice(0, 3)).toEqual([undefined, undefined, "2026-12-01"]);
  expect([cellsOf("2026-12").length, lastOf("2028-02"), monthAfter("2026-12"), monthAfter("2026-01", -1)]).toEqual([
    33,
    "2028-02-29",
    "2027-01",
    "2025-12",
  ]);
});

test("whoever waits may choose a sold-out night, and none on which the house is closed", () => {
  const asked = asIfFree(nights);
  expect([mayArrive(asked, "2026-12-03", "2026-12-05"), mayLeave(asked, "2026-12-02", "2026-12-04", limits)]).toEqual([true, true]);
  expect([mayArrive(asked, "2026-12-05", "2026-12-05"), mayArrive(asked, "2026-12-09", "2026-12-09")]).toEqual([false, false]);
});

test.each([
  ["a free night", "2026-12-01", true],
  ["a sold-out night", "2026-12-03", false],
  ["a closed day", "2026-12-05", false],
  ["a day beyond the last", "2026-12-06", false],
  ["a day that nobody knows", "2026-12-09", false],
])("arriving on %s", (_, date, may) => expect(mayArrive(nights, date, "2026-12-05")).toBe(may));

test.each([
  ["the day after", "2026-12-01", "2026-12-02", true],
  ["on a sold-out night's day", "2026-12-01", "2026-12-03", true],
  ["over a sold-out night", "2026-12-01", "2026-12-04", false],
  ["on a closed day", "2026-12-04", "2026-12-05", false],
  ["before the fewest nights", "2026-12-01", "2026-12-02", false, { min: 2, max: 3 }],
  ["after the most nights", "2026-12-01", "2026-12-03", false, { min: 1, max: 1 }],
])("leaving %s", (_, from, to, may, range = limits) => expect(mayLeave(nights, from, to, range)).toBe(may));

test("the first press begins the stay, the second ends it, a day before or one it cannot reach begins anew", () => {
  const leaves = (from: string, to: string) => mayLeave(nights, from, to, limits);
  const begun = pressed({ from: undefined, to: undefined }, "2026-12-01", leaves);
  expect(pressed(begun, "2026-12-03", leaves)).toEqual({ from: "2026-12-01", to: "2026-12-03" });
  for (const day of ["2026-12-01", "2026-12-04"]) expect(pressed(begun, day, leaves)).toEqual({ from: day, to: undefined });
  expect(pressed({ from: "2026-12-01", to: "2026-12-03" }, "2026-12-02", leaves)).toEqual({ from: "2026-12-02", to: undefined });
});

test("a month after the one in which they come is known from that day on, while the stay may reach into it", () => {
  const page = { firstDate: "2026-11-24", most: 30 };
  expect(shownFrom("2026-12", { date: "2026-11-28" }, page)).toBe("2026-11-28");
  expect(shownFrom("2027-01", { date: "2026-12-30" }, page)).toBe("2026-12-30");
  expect(shownFrom("2027-01", { date: "2026-11-28" }, page)).toBe("2027-01-01");
  expect(shownFrom("2026-12", { date: "2026-11-28", endDate: "2026-11-30" }, page)).toBe("2026-12-01");
  expect(shownFrom("2026-11", { date: "2026-12-30" }, page)).toBe("2026-11-24");
});

test("no more nights are asked for at once than there may be", () => {
  expect(reachOf("2026-12", "2026-12-01")).toBe("2027-01-30");
  expect(reachOf("2027-01", "2026-12-10")).toBe("2027-02-09");
});

test("the first day on which a stay may begin lies after the notice, by the shop's clock", () => {
  const shop = (noticeHours: number) => ({ timezoneName: "America/Los_Angeles", stays: { noticeHours, arrivalTo: 1080 } }) as never;
  const evening = Date.UTC(2026, 10, 25, 1, 30);
  expect(firstArrival(shop(0), evening), "17:30 there, until 18:00").toBe("2026-11-24");
  expect(firstArrival(shop(1), evening)).toBe("2026-11-25");
  expect(firstArrival(shop(24), evening)).toBe("2026-11-25");
  expect(firstArrival(shop(25), evening)).toBe("2026-11-26");
});

test("pets come by when the shop closes on that day and go home once it opens; a time that was chosen and lies outside is not kept", () => {
  const openingHours = [
    { day: 4, startTime: 600, endTime: 720 },
    { day: 4, startTime: 780, endTime: 960 },
    { day: 6, startTime: 630, endTime: 900 },
  ];
  const shop = { stays: { arrivalFrom: 540, arrivalTo: 1080, departureFrom: 540, departureTo: 1080, openingHours } } as never;
  const stay = { date: "2026-12-03", endDate: "2026-12-05" };
  expect(timesOf(stay, shop)).toEqual({ start: 960, end: 630 });
  expect(timesOf({ ...stay, arrival: 1020, endTime: 540 }, shop)).toEqual({ start: 960, end: 630 });
  expect(timesOf({ ...stay, arrival: 780, endTime: 840 }, shop)).toEqual({ start: 780, end: 840 });
  expect(timesOf({ date: "2026-12-04", endDate: "2026-12-06" }, shop), "no hours said").toEqual({ start: 1080, end: 540 });
});

test("the calendar goes on from a month in which no stay can begin any more, and stays where one can, or where nothing is known", () => {
  const nights = (...days: [string, boolean][]) =>
    new Map(days.map(([date, free]): [string, Night] => [date, { date, free, closed: false }]));
  const page = { earliest: "2026-11-30", last: "2027-02-01" };
  expect(nextOpen("2026-11", nights(["2026-11-29", true], ["2026-11-30", false], ["2026-12-01", true]), page)).toBe("2026-12");
  expect(nextOpen("2026-11", nights(["2026-11-30", true]), page)).toBeUndefined();
  expect(nextOpen("2026-11", nights(), page)).toBeUndefined();
  expect(nextOpen("2027-02", nights(["2027-02-01", false]), page), "the last month").toBeUndefined();
});
