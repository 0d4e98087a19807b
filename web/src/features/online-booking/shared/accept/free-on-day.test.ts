import { expect, test } from "vitest";
import { freeOnDay } from "./free-on-day.ts";

const now = { date: "2026-11-30", minutes: 600 };
const date = "2026-12-01";
const daysOf = (...staff: [staffId: string, startTimes: number[]][]) =>
  [{ date, staff: staff.map(([staffId, startTimes]) => ({ staffId, startTimes })) }] as unknown as Parameters<typeof freeOnDay>[0];
const to = { date, startTime: 600, staffId: "5" };

test("the free times of the person who is chosen are shown, of others only where they have none", () => {
  const both = freeOnDay(daysOf(["5", [540, 615]], ["6", [600]]), to, now);
  expect(both).toEqual({ times: [540, 615].map((startTime) => ({ ...to, startTime })), theirs: true });
  expect(freeOnDay(daysOf(["6", [600]]), to, now)).toEqual({ times: [{ date, staffId: "6", startTime: 600 }], theirs: false });
  expect(freeOnDay([], to, now).times).toEqual([]);
});

test("of many those nearest to the chosen hour are shown in order of time, and none that is over or of another day", () => {
  const quarters = Array.from({ length: 30 }, (_, nth) => 480 + nth * 15);
  const { times } = freeOnDay(daysOf(["5", quarters]), to, now);
  expect(times).toHaveLength(12);
  expect(times.map(({ startTime }) => startTime)).toEqual(quarters.slice(2, 14));
  expect(freeOnDay(daysOf(["5", quarters]), { ...to, date: "2026-12-02" }, now).times).toEqual([]);
  const later = freeOnDay(daysOf(["5", [540, 615]]), to, { date, minutes: 600 });
  expect(later.times.map(({ startTime }) => startTime)).toEqual([615]);
});
