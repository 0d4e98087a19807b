import { expect, test } from "vitest";
import { isGivenOn, type Schedule, tasksOn } from "./care.ts";

const stay = { date: "2026-11-25", endDate: "2026-12-02", start: 600, end: 1080, checkInAt: null, checkOutAt: null };
const every = { firstDate: null, lastDate: null, everyDays: 1 };
const days = ["2026-11-25", "2026-11-26", "2026-11-27", "2026-11-28", "2026-11-29", "2026-11-30"];
const given = (more: object) => days.filter((day) => isGivenOn(day, { ...every, ...more }, stay)).map((day) => Number(day.slice(-2)));

test.each([
  ["every day", {}, [25, 26, 27, 28, 29, 30]],
  ["until Friday", { lastDate: "2026-11-27" }, [25, 26, 27]],
  ["from Saturday", { firstDate: "2026-11-28" }, [28, 29, 30]],
  ["on one day", { firstDate: "2026-11-28", lastDate: "2026-11-28" }, [28]],
  ["every second day of the stay", { everyDays: 2 }, [25, 27, 29]],
  ["every second day from the second one", { everyDays: 2, firstDate: "2026-11-26" }, [26, 28, 30]],
  ["every second day, begun before the stay", { everyDays: 2, firstDate: "2026-11-24" }, [26, 28, 30]],
  ["every third day, until Saturday", { everyDays: 3, lastDate: "2026-11-28" }, [25, 28]],
  ["every two weeks", { everyDays: 14 }, [25]],
])("%s", (_, more, dates) => expect(given(more)).toEqual(dates));

test("on other days there is nothing to give and nothing missed; what was noted there stays", () => {
  const schedule = { ...every, id: "1", times: [700], everyDays: 2, createdAt: new Date(0), endedAt: null } as unknown as Schedule;
  const at = (day: string, minute: number) => Date.parse(`${day}T00:00Z`) + minute * 60_000;
  const visit = { ...stay, checkInAt: "2026-11-25T10:00:00Z" };
  const now = at("2026-11-30", 0);
  const missed = (day: string) => tasksOn(day, { visit, schedule, entries: [], now, at }).map((task) => task.missed);
  expect(days.slice(0, 3).map(missed)).toEqual([[true], [], [true]]);
  const entry = { careScheduleId: "1", day: "2026-11-26", minute: 700, outcome: 1, id: "1", tickedAt: new Date(0), note: "", staffId: "0" };
  const entries = [{ ...entry, staffName: "Ann", entryKey: "1" }];
  expect(tasksOn("2026-11-26", { visit, schedule, entries, now, at })).toMatchObject([{ outcome: 1, missed: false }]);
});
