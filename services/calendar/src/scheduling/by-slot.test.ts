import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, dayNumber, NO_END, weekday } from "./dates.ts";
import { freeStarts } from "./free.ts";
import { countsFor, type LimitationGroup, type PetShare } from "./pet-share.ts";
import { type DayHours, type RegularSchedule, type Rules, type ScheduleType, workingDay } from "./schedule.ts";
import type { Busy } from "./verdict.ts";

// Free starts of people booked by slot or by time, against a checker that goes through the minutes of a day one by one.

const FIRST = "2026-03-01"; // a Sunday

const window = fc.tuple(fc.integer({ min: 16, max: 70 }), fc.integer({ min: 1, max: 12 })).map(([at, long]) => ({
  start: at * 15,
  end: Math.min((at + long) * 15, 1440),
}));
/** In order, none over another. */
const apart = <T extends { start: number; end: number }>(ranges: readonly T[]): T[] => {
  const kept: T[] = [];
  for (const one of [...ranges].sort((x, y) => x.start - y.start)) if ((kept.at(-1)?.end ?? 0) <= one.start) kept.push(one);
  return kept;
};
const slot = fc.tuple(window, fc.integer({ min: 1, max: 3 })).map(([one, capacity]) => ({ ...one, capacity }));
const someOf = (values: readonly string[]) => fc.subarray([...values]);
const limit: fc.Arbitrary<LimitationGroup> = fc.record({
  serviceIds: someOf(["1", "2"]),
  petSizeIds: someOf(["5", "6"]),
  breeds: someOf(["Poodle"]),
  maxPets: fc.integer({ min: 0, max: 3 }),
});
const hours: fc.Arbitrary<DayHours> = fc.record({
  isAvailable: fc.boolean(),
  timeRanges: fc.array(window, { maxLength: 2 }).map(apart),
  slots: fc.array(slot, { maxLength: 4 }).map(apart),
  limitationGroups: fc.array(limit, { maxLength: 2 }),
});
const pet: fc.Arbitrary<PetShare> = fc.record({
  sizeId: fc.constantFrom("0", "5", "6"),
  breed: fc.constantFrom("poodle", "Boxer"),
  serviceIds: fc.subarray(["1", "2", "3"], { minLength: 1 }),
});
const pets = fc.array(pet, { minLength: 1, maxLength: 2 });
const busy: fc.Arbitrary<Busy> = fc
  .record({ kind: fc.constantFrom<Busy["kind"]>("booking", "block", "hold"), range: window, shares: pets, elsewhere: fc.boolean() })
  .map(({ kind, range, shares, elsewhere }) => ({ kind, ...range, id: "", pets: shares.length, serviceIds: [], shares, elsewhere }));
const schedule: fc.Arbitrary<RegularSchedule> = fc.record({
  scheduleType: fc.constantFrom<ScheduleType>(1, 2, 3, 4),
  startDate: fc.constant(FIRST),
  endDate: fc.constant(NO_END),
  availability: fc.constantFrom("time", "slot"),
  weekStart: fc.constant(0),
  days: fc.array(hours, { minLength: 28, maxLength: 28 }),
});
const shop = fc.record({
  rules: fc.record({
    schedules: schedule.map((one) => [one]),
    overrides: fc
      .array(fc.tuple(fc.integer({ min: 0, max: 40 }), hours), { maxLength: 10 })
      .map((all) => new Map(all.map(([n, one]) => [addDays(FIRST, n), one]))),
    closed: fc
      .array(fc.integer({ min: 0, max: 40 }), { maxLength: 4 })
      .map((all) => all.map((n) => ({ startDate: addDays(FIRST, n), endDate: addDays(FIRST, n), description: "" }))),
    slotFree: someOf(["2", "3"]),
  }),
  busy: fc.array(busy, { maxLength: 6 }),
  wanted: pets,
  duration: fc.integer({ min: 5, max: 150 }),
  step: fc.constantFrom(5, 15, 30),
  notBefore: fc.integer({ min: 0, max: 1000 }),
});
type Shop = typeof shop extends fc.Arbitrary<infer T> ? T : never;

/** The hours of a day as people would read them off the plan. */
function hoursOn({ closed, overrides, schedules }: Rules, date: string): { hours: DayHours; bySlot: boolean } | null {
  if (closed.some((one) => one.startDate === date)) return null;
  const own = schedules[0] as RegularSchedule;
  const week = Math.floor((dayNumber(date) - dayNumber(FIRST)) / 7) % own.scheduleType;
  const special = overrides.get(date);
  const regular = own.days[week * 7 + weekday(dayNumber(date))] as DayHours;
  const limits = special?.limitationGroups.length ? special.limitationGroups : regular.limitationGroups;
  const day = { ...(special ?? regular), limitationGroups: limits };
  if (!day.isAvailable) return null;
  if (special?.slots.length && special.timeRanges.length === 0) return { hours: day, bySlot: true };
  return { hours: day, bySlot: own.availability === "slot" && day.slots.length > 0 };
}

const takesSeat = (rules: Rules) => (one: PetShare) => one.serviceIds.some((id) => !rules.slotFree?.includes(id));

function startsByHand({ rules, busy: taken, wanted, duration, step, notBefore }: Shop, date: string): number[] {
  const on = hoursOn(rules, date);
  if (!on) return [];
  const here = taken.filter((one) => one.kind !== "block");
  for (const one of on.hours.limitationGroups) {
    const more = wanted.filter((each) => countsFor(one, each)).length;
    const there = here.flatMap((each) => each.shares ?? []).filter((each) => countsFor(one, each)).length;
    if (more > 0 && there + more > one.maxPets) return [];
  }
  const starts: number[] = [];
  for (let minute = Math.max(notBefore, 0); minute < 1440; minute += 1) {
    const free = (against: readonly Busy[]) => !against.some((one) => one.start < minute + duration && minute < one.end);
    if (on.bySlot) {
      const found = on.hours.slots.find((one) => one.start === minute);
      if (!found || !free(taken.filter((one) => one.kind === "block" || one.elsewhere))) continue;
      const inIt = here.filter((one) => !one.elsewhere && found.start <= one.start && one.start < found.end);
      const used = inIt.flatMap((one) => one.shares ?? []).filter(takesSeat(rules)).length;
      const seats = wanted.filter(takesSeat(rules)).length;
      if (seats === 0 || used + seats <= found.capacity) starts.push(minute);
      continue;
    }
    const works = (at: number) => on.hours.timeRanges.some((one) => one.start <= at && at < one.end);
    const whole = Array.from({ length: duration }, (_, n) => minute + n).every(works);
    if (minute % step === 0 && whole && free(taken)) starts.push(minute);
  }
  return starts;
}

test("free starts are those of a checker that tries every minute: rotations of 1 to 4 weeks, overrides, closed days, blocks, places and limits", () => {
  fc.assert(
    fc.property(shop, fc.integer({ min: 0, max: 40 }), (given, n) => {
      const date = addDays(FIRST, n);
      const { busy: taken, wanted, duration, step, notBefore } = given;
      const day = workingDay(given.rules, date);
      const demand = { duration, step, notBefore, pets: wanted.length, serviceIds: [], shares: wanted };
      expect(freeStarts({ day, busy: taken, skipped: null }, demand)).toEqual(startsByHand(given, date));
    }),
    { numRuns: 500 },
  );
});
