import { create } from "@bufbuild/protobuf";
import { StaffScheduleSchema, type WorkingHours } from "@leashline/proto/leashline/calendar/v1/schedule_pb.js";
import { expect, test } from "vitest";
import { type PermissionName, permissions } from "../../../../app/session/permissions.ts";
import type { SessionState } from "../../../../app/session/session.ts";
import { defaultPreferences } from "../../../../ui/format/preferences.ts";
import {
  addBreak,
  addRange,
  type Day,
  dayProblem,
  overrideSaved,
  toDays,
  toggleDay,
  weekMinutes,
  weeksOf,
  weeksProblem,
  workedDay,
} from "./hours.ts";
import { draftOf, edited, isEdited, reset, saved } from "./hours-draft.ts";
import { maySetHours } from "./may-set-hours.ts";

const rest = { slots: [], limits: [] };
const day = (...ranges: [number | undefined, number | undefined][]): Day => ({
  on: true,
  ranges: ranges.map(([start, end]) => ({ start, end })),
  ...rest,
});
const schedule = create(StaffScheduleSchema, {
  scheduleType: 1,
  days: Array.from({ length: 28 }, (_, at) => ({
    isAvailable: at % 7 !== 0,
    timeRange: at % 7 === 0 ? [] : [{ startTime: 540, endTime: 1020 }],
  })),
});

test("schedule-28-days: four weeks of seven days go in and come out the same", () => {
  const weeks = weeksOf(schedule);
  expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7]);
  expect(toDays(weeks)).toEqual(
    schedule.days.map(({ isAvailable, timeRange }) => ({
      isAvailable,
      timeRange: timeRange.map(({ startTime, endTime }) => ({ startTime, endTime })),
      slots: [],
      limitationGroups: [],
    })),
  );
  expect(weekMinutes(weeks[0] ?? [])).toBe(6 * 480);
});

test("override-day-available: marked available without a range is not available", () => {
  const odd = create(StaffScheduleSchema, { days: [{ isAvailable: true }] });
  expect(weeksOf(odd)[0]?.[0]?.on).toBe(false);
});

test.each<[Day, string | undefined]>([
  [day([540, 1020]), undefined],
  [day([540, 720], [780, 1020]), undefined],
  [day(), "Add hours or switch the day off"],
  [day([540, undefined]), "Both times are needed"],
  [day([600, 540]), "The end is before the start"],
  [day([780, 1020], [540, 800]), "Hours overlap"],
  [{ ...day([600, 540]), on: false }, undefined],
])("what is wrong with a day: %j", (one, problem) => expect(dayProblem(one)).toBe(problem));

test("a day is changed from how it is worked: by its hours, by its slots, or off", () => {
  const ranges = [{ startTime: 540, endTime: 1020 }] as WorkingHours["timeRange"];
  const slots = [{ startTime: 540, endTime: 600, capacity: 2 }] as WorkingHours["slots"];
  expect(workedDay({ timeRange: ranges, slots: [] })).toEqual({ on: true, ranges: [{ start: 540, end: 1020 }], slots: [], limits: [] });
  expect(workedDay({ timeRange: ranges, slots })).toEqual({
    ...{ on: true, ranges: [], limits: [] },
    slots: [{ start: 540, end: 600, capacity: 2 }],
  });
  expect(workedDay({ timeRange: [], slots: [] }).on).toBe(false);
});

test("a day that is switched on gets hours, and another range never passes midnight", () => {
  expect(toggleDay({ on: false, ranges: [], ...rest }, true).ranges).toEqual([{ start: 540, end: 1020 }]);
  expect(addRange(day([540, 720])).ranges[1]).toEqual({ start: 780, end: 900 });
  expect(addRange(day([540, 1440])).ranges[1]).toEqual({ start: 1380, end: 1440 });
  expect(weeksProblem([[day([1, 0])], [day([540, 600])]], 2)).toBe(true);
});

test("toast-override-updated: other hours on a day are said to be saved, by times or by slots", () => {
  const byTimes = { isAvailable: true, timeRange: [{ startTime: 540, endTime: 1020 }], slots: [] };
  expect(overrideSaved(byTimes)).toBe("Date override updated successfully.");
  expect(overrideSaved({ isAvailable: false })).toBe("Date override updated successfully.");
  expect(overrideSaved({ isAvailable: true, slots: [{ startTime: 540 }] })).toBe("Slot override updated successfully.");
});

test.each<[string, Day, [number, number][] | undefined]>([
  [
    "around noon",
    day([540, 1080]),
    [
      [540, 720],
      [780, 1080],
    ],
  ],
  [
    "around noon, where an hour is worked before it",
    day([660, 1140]),
    [
      [660, 720],
      [780, 1140],
    ],
  ],
  [
    "in the middle of an evening",
    day([840, 1260]),
    [
      [840, 1020],
      [1080, 1260],
    ],
  ],
  [
    "in the middle, where noon is too near the end",
    day([390, 810]),
    [
      [390, 570],
      [630, 810],
    ],
  ],
  [
    "half an hour of a shorter day",
    day([540, 780]),
    [
      [540, 645],
      [675, 780],
    ],
  ],
  [
    "in the longest range of several",
    day([540, 720], [780, 1080]),
    [
      [540, 720],
      [780, 915],
      [945, 1080],
    ],
  ],
  [
    "a full day",
    day([0, 1440]),
    [
      [0, 720],
      [780, 1440],
    ],
  ],
  ["not in an hour and a half or less", day([540, 630]), undefined],
  ["not without hours", day(), undefined],
  ["not in hours half filled in", day([540, undefined]), undefined],
])("a break is taken out of the day: %s", (_, one, ranges) => {
  const after = addBreak(one);
  expect(after?.ranges.map(({ start, end }) => [start, end])).toEqual(ranges);
  if (after) expect(dayProblem(after)).toBeUndefined();
});

test("schedule-save-reset: saving makes what was sent the baseline, and reset returns to it", () => {
  const stored = draftOf(schedule);
  const first = edited(stored, { type: 2 });
  const kept = saved(first, first);
  const second = edited(kept, { type: 3, weeks: kept.weeks.map((week) => week.map((one) => toggleDay(one, false))) });
  expect([stored, first, kept, second].map(isEdited)).toEqual([false, true, false, true]);
  expect(reset(second)).toEqual(kept);
  expect(reset(first)).toEqual(stored);
  const meanwhile = saved(second, first);
  expect([meanwhile.type, isEdited(meanwhile), reset(meanwhile).type]).toEqual([3, true, 2]);
});

const session = (employeeCategory: number, ...held: PermissionName[]): SessionState => ({
  status: "in",
  account: { id: "1", email: "", firstName: "", lastName: "", phoneNumber: "", avatarPath: "" },
  businesses: [],
  staffId: "7",
  employeeCategory,
  permissions: new Set(held.map((name) => permissions[name])),
  preferences: defaultPreferences,
});

test.each<[string, SessionState, boolean, boolean]>([
  ["nobody", { status: "out" }, false, false],
  ["a groomer", session(0), false, false],
  ["own level", session(0, "staffShift"), true, false],
  ["working locations", session(0, "staffShift", "staffShiftWorkingLocations"), true, true],
  ["all locations", session(0, "staffShiftAllLocations"), true, true],
  ["the owner", session(1), true, true],
])("whose hours may be set, own and others': %s", (_, who, own, others) =>
  expect([maySetHours(who, "7"), maySetHours(who, "8")]).toEqual([own, others]),
);
