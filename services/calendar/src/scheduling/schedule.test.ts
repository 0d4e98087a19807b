import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, dateOf, datesBetween, dayNumber, NO_END, startOfWeek, weekday } from "./dates.ts";
import {
  type DayHours,
  dayOff,
  hours,
  hoursOf,
  isWholeSchedule,
  isWorking,
  type RegularSchedule,
  type Rules,
  type ScheduleType,
  startDateForType,
  workingDay,
} from "./schedule.ts";

const nineToFive = hours({ start: 540, end: 1020 });
const everyDay = (day: DayHours) => Array.from({ length: 28 }, () => day);
const schedule = (change: Partial<RegularSchedule> = {}): RegularSchedule => ({
  scheduleType: 1,
  startDate: "2024-05-05",
  endDate: NO_END,
  availability: "time",
  weekStart: 0,
  days: everyDay(nineToFive),
  ...change,
});
const rules = (change: Partial<Rules> = {}): Rules => ({
  schedules: [schedule()],
  overrides: new Map(),
  closed: [],
  ...change,
});

describe("dates", () => {
  test("numbers and dates are each other's inverse, and agree with Temporal", () => {
    fc.assert(
      fc.property(fc.integer({ min: -30_000, max: 60_000 }), (day) => {
        const date = Temporal.PlainDate.from("1970-01-01").add({ days: day });
        expect(dateOf(day)).toBe(date.toString());
        expect(dayNumber(date.toString())).toBe(day);
        expect(weekday(day)).toBe(date.dayOfWeek % 7);
      }),
    );
  });

  test("both ends of a range of dates are in it", () => {
    expect(datesBetween("2024-02-28", "2024-03-01")).toEqual(["2024-02-28", "2024-02-29", "2024-03-01"]);
    expect(datesBetween("2024-03-01", "2024-02-28")).toEqual([]);
    expect(addDays("2024-12-31", 1)).toBe("2025-01-01");
  });
});

describe("regular schedule", () => {
  test("regular-schedule-shape: a rotation of N weeks repeats after N weeks, and each of its weeks is used", () => {
    const days = Array.from({ length: 28 }, (_, index) => hours({ start: index, end: 1000 }));
    fc.assert(
      fc.property(
        fc.constantFrom<ScheduleType>(1, 2, 3, 4),
        fc.integer({ min: 0, max: 2_000 }),
        fc.constantFrom<0 | 1>(0, 1),
        (type, offset, weekStart) => {
          const given = schedule({ scheduleType: type, days, weekStart });
          const day = dayNumber(given.startDate) + offset;
          const entry = hoursOf(given, day);
          expect(hoursOf(given, day + type * 7)).toBe(entry);
          const weeks = Math.floor((startOfWeek(day, weekStart) - startOfWeek(dayNumber(given.startDate), weekStart)) / 7);
          expect(entry.timeRanges[0]!.start).toBe((weeks % type) * 7 + weekday(day));
        },
      ),
    );
  });

  test.each([
    ["2024-05-08", 0, 1, 2, "2024-05-05"],
    ["2024-05-08", 1, 1, 2, "2024-05-06"],
    ["2024-05-05", 1, 2, 4, "2024-04-29"],
    ["2024-05-08", 0, 2, 2, "2024-05-05"],
  ] as const)("schedule-type-change: on %s, week from %i, type %i -> %i starts %s", (today, weekStart, from, to, expected) => {
    expect(startDateForType(schedule({ scheduleType: from }), to, today, weekStart)).toBe(expected);
  });

  test("schedule-end-date: a schedule ends on 9999-12-31 and holds until then", () => {
    expect(NO_END).toBe("9999-12-31");
    expect(workingDay(rules(), "9999-12-31").working).toBe(true);
    expect(workingDay(rules(), "2024-05-04")).toEqual({ working: false, reason: "unscheduled", note: "" });
  });

  test.each([
    [28, true],
    [27, false],
    [29, false],
  ])("schedule-28-days: %i entries: %s", (count, whole) => expect(isWholeSchedule(Array.from({ length: count }))).toBe(whole));

  test.each([
    ["marked, no range", { ...dayOff, isAvailable: true }, false],
    ["marked, a range", nineToFive, true],
    ["not marked, a range", { ...nineToFive, isAvailable: false }, false],
  ])("override-day-available: %s", (_, day, expected) => {
    expect(isWorking(day)).toBe(expected);
    expect(workingDay(rules({ overrides: new Map([["2024-05-08", day]]) }), "2024-05-08").working).toBe(expected);
  });

  test("the schedule in force on the day counts, also when an older one ended", () => {
    const old = schedule({ startDate: "2024-01-07", endDate: "2024-05-04", days: everyDay(hours({ start: 600, end: 660 })) });
    const both = rules({ schedules: [old, schedule()] });
    expect(workingDay(both, "2024-05-04")).toMatchObject({ ranges: [{ start: 600, end: 660 }] });
    expect(workingDay(both, "2024-05-05")).toMatchObject({ ranges: [{ start: 540, end: 1020 }] });
  });

  test("a closed date beats an override, an override beats the regular day", () => {
    const closed = [{ startDate: "2024-05-08", endDate: "2024-05-09", description: "Stocktaking" }];
    const overrides = new Map([
      ["2024-05-08", nineToFive],
      ["2024-05-10", dayOff],
    ]);
    const given = rules({ closed, overrides });
    expect(workingDay(given, "2024-05-08")).toEqual({ working: false, reason: "closed", note: "Stocktaking" });
    expect(workingDay(given, "2024-05-10")).toMatchObject({ working: false, reason: "override" });
    expect(workingDay(rules({ schedules: [schedule({ days: everyDay(dayOff) })] }), "2024-05-11")).toMatchObject({ reason: "dayOff" });
  });
});

describe("what a working day is made of", () => {
  const slots = [
    { start: 660, end: 720, capacity: 2 },
    { start: 540, end: 600, capacity: 1 },
  ];
  const sorted = [slots[1], slots[0]];
  const date = "2026-03-04";
  const withSlots: DayHours = { ...nineToFive, slots };
  const of = (day: DayHours, change: Partial<RegularSchedule> = {}, more: Partial<Rules> = {}) =>
    workingDay(rules({ schedules: [schedule({ days: everyDay(day), ...change })], ...more }), date);

  test("by slot its slots in their order, by time its ranges and no slots", () => {
    const ranges = [
      { start: 540, end: 600 },
      { start: 660, end: 720 },
    ];
    expect(of(withSlots, { availability: "slot" })).toMatchObject({ availability: "slot", ranges, slots: sorted, overridden: false });
    expect(of(withSlots)).toMatchObject({ availability: "time", ranges: [{ start: 540, end: 1020 }], slots: [] });
    expect(of(nineToFive, { availability: "slot" })).toMatchObject({ availability: "time", slots: [] });
  });

  test("a date of its own is by what it holds, also without a schedule", () => {
    const own = (day: DayHours) => ({ overrides: new Map([[date, day]]) });
    const onlySlots = { ...withSlots, timeRanges: [] };
    expect(of(nineToFive, {}, own(onlySlots))).toMatchObject({ availability: "slot", slots: sorted, overridden: true });
    expect(of(nineToFive, {}, own(withSlots))).toMatchObject({ availability: "time", overridden: true });
    expect(of(onlySlots)).toEqual({ working: false, reason: "dayOff", note: "" });
    expect(of(nineToFive, {}, { schedules: [], ...own(nineToFive) })).toMatchObject({ working: true, availability: "time" });
    expect(of(nineToFive, {}, own(dayOff))).toEqual({ working: false, reason: "override", note: "" });
    expect(of(nineToFive, {}, { schedules: [] })).toEqual({ working: false, reason: "unscheduled", note: "" });
  });

  test("a date with hours of its own keeps the limits of its day unless it names others", () => {
    const large = [{ name: "Large dogs", serviceIds: [], maxPets: 2 }];
    const none = [{ name: "No cats", serviceIds: [], maxPets: 0 }];
    const limited = schedule({ days: everyDay({ ...hours({ start: 540, end: 1080 }), limitationGroups: large }) });
    const on = (own: typeof large) => {
      const overrides = new Map([["2024-05-08", { ...hours({ start: 600, end: 700 }), limitationGroups: own }]]);
      return workingDay({ schedules: [limited], overrides, closed: [] }, "2024-05-08");
    };
    expect(on([])).toMatchObject({ overridden: true, ranges: [{ start: 600, end: 700 }], limits: large });
    expect(on(none)).toMatchObject({ limits: none });
  });

  test("services that take no place are named where there are any, and a limit goes with the day", () => {
    expect(of(nineToFive, {}, { slotFree: ["3"] })).toMatchObject({ slotFree: ["3"] });
    for (const more of [{}, { slotFree: [] }]) expect(of(nineToFive, {}, more)).not.toHaveProperty("slotFree");
    expect(of(dayOff, {}, { slotFree: ["3"] })).toEqual({ working: false, reason: "dayOff", note: "" });
    const limitationGroups = [{ serviceIds: [], maxPets: 3 }];
    expect(of({ ...nineToFive, limitationGroups })).toMatchObject({ limits: limitationGroups });
    expect(of(nineToFive)).toMatchObject({ limits: [], slots: [] });
  });

  test("hours that hold nothing are a day off", () => {
    const empty = hours({ start: 600, end: 600 });
    expect(of(empty)).toEqual({ working: false, reason: "dayOff", note: "" });
    expect(dayOff).toEqual({ isAvailable: false, timeRanges: [], slots: [], limitationGroups: [] });
  });

  test("the same type again keeps its start", () => {
    expect(startDateForType(schedule({ startDate: "2024-05-05" }), 1, date, 0)).toBe("2024-05-05");
    expect(startDateForType(schedule({ startDate: "2024-05-05" }), 2, date, 0)).toBe("2026-03-01");
  });
});
