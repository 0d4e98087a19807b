import { expect, test } from "vitest";
import { hours, workingDay } from "../scheduling/schedule.ts";
import { type RuleRows, rulesByStaff, standardHours } from "./rules.ts";

const date = "2034-03-01";
const week = Object.fromEntries(Array.from({ length: 7 }, (_, index) => [index, standardHours]));
const rows = (elsewhere: string[] | null): RuleRows => ({
  schedules: ["1", "2"].map((staffId) => [staffId, "2034-01-01", "2034-12-31", 1, "time", 0, week]),
  overrides: ["1", "2"].map((staffId) => [staffId, date, hours({ start: 600, end: 700 })]),
  closed: null,
  slotFree: ["7"],
  elsewhere,
});
const startOn = (of: RuleRows, staffId: string, on: string) => {
  const day = workingDay(rulesByStaff(of, ["1", "2", "3"]).get(staffId)!, on);
  return day.working ? day.ranges.map(({ start }) => start) : day.reason;
};

test("who works at other locations only works here on no day, whatever was set for them before", () => {
  const of = rows(["2"]);
  expect([startOn(of, "1", date), startOn(of, "1", "2034-03-02")]).toEqual([[600], [540]]);
  expect([startOn(of, "2", date), startOn(of, "2", "2034-03-02")]).toEqual(["unscheduled", "unscheduled"]);
  expect(startOn(rows(null), "2", date)).toEqual([600]);
  expect(startOn(of, "3", date), "the usual hours until somebody saves others").toEqual([540]);
});
