import { expect, test } from "vitest";
import { busyParts, isOurs } from "./busy.ts";

const zone = "America/Los_Angeles";
const span = { from: "2031-10-01", to: "2031-11-30" };
const lasting = (from: string, to: string) => {
  const [start, end] = [from, to].map((instant) => ({ dateTime: new Date(instant).toISOString() }));
  return busyParts({ id: "g1", start, end }, zone, span).map((part) => [part.date, part.start, part.end]);
};

test("in the night in which the clock goes back, what ends before it begins by the clock takes the hour that comes twice", () => {
  expect(lasting("2031-11-02T01:30-07:00", "2031-11-02T01:15-08:00")).toEqual([["2031-11-02", 60, 120]]);
  expect(lasting("2031-11-02T01:30-07:00", "2031-11-02T01:45-08:00")).toEqual([["2031-11-02", 60, 120]]);
  expect(lasting("2031-11-02T01:30-07:00", "2031-11-02T03:00-08:00")).toEqual([["2031-11-02", 60, 180]]);
  expect(lasting("2031-11-02T01:30-07:00", "2031-11-02T01:45-07:00")).toEqual([["2031-11-02", 90, 105]]);
  expect(lasting("2031-11-01T23:00-07:00", "2031-11-02T01:15-08:00")).toEqual([
    ["2031-11-01", 1380, 1440],
    ["2031-11-02", 0, 120],
  ]);
});

test("what another company, or the same number elsewhere, wrote into somebody's calendar keeps them busy; what the company wrote does not", () => {
  const own = { companyId: "1", publicUrl: "https://a.test" };
  const elsewhere = "leash00000000k1l1l1a5s1";
  expect(isOurs({ id: elsewhere, extendedProperties: { private: { leashline: "1-5" } } }, own)).toBe(false);
  const copied = (companyId: string) => ({ id: "copy", extendedProperties: { private: { leashline: `${companyId}-5` } } });
  expect([isOurs(copied("1"), own), isOurs(copied("12"), own), isOurs({ id: "theirs" }, own)]).toEqual([true, false, false]);
});
