import { expect, test } from "vitest";
import { type Day, dayProblem, toDays, toggleDay } from "./hours.ts";
import { addSlot, copiedTo, petsOf, switched } from "./slots.ts";

const off: Day = { on: false, ranges: [], slots: [], limits: [] };
const byTime: Day = { ...off, on: true, ranges: [{ start: 540, end: 720 }] };
const slot = (start: number, end: number, capacity: number) => ({ start, end, capacity });
const bySlot: Day = { ...off, on: true, slots: [slot(540, 600, 2), slot(600, 720, 3)] };

test("slot-defaults: a day that is switched on by slot starts with one at 9 for one pet", () => {
  expect(toggleDay(off, true, true).slots).toEqual([slot(540, 600, 1)]);
  expect(toggleDay(bySlot, false, true)).toEqual({ ...bySlot, on: false });
});

test("another slot begins where the last one ends, as long and for as many pets", () => {
  expect(addSlot(bySlot).slots[2]).toEqual(slot(720, 840, 3));
  expect(addSlot({ ...bySlot, slots: [slot(1380, 1440, 2)] }).slots[1]).toEqual(slot(1425, 1440, 2));
  expect(addSlot({ ...bySlot, slots: [] }).slots).toEqual([slot(540, 600, 1)]);
});

test("whoever is booked the other way from now on keeps when they work", () => {
  const [slots] = switched([[byTime, off, bySlot]], true);
  expect(slots?.map((day) => day.slots.length)).toEqual([3, 0, 2]);
  expect(slots?.[0]?.slots).toEqual([slot(540, 600, 1), slot(600, 660, 1), slot(660, 720, 1)]);
  const [hours] = switched([[byTime, off, bySlot]], false);
  expect(hours?.map((day) => day.ranges)).toEqual([[{ start: 540, end: 720 }], [], [{ start: 540, end: 720 }]]);
});

test("other days get what one day has, limits too, and none of them shares it", () => {
  const limited = { ...bySlot, limits: [{ name: "Large", maxPets: 1, serviceIds: [], petSizeIds: ["5"], breeds: [] }] };
  const week = copiedTo([limited, off, off, byTime], 0, [1, 3]);
  expect(week.map((day) => [day.slots.length, day.limits.length])).toEqual([
    [2, 1],
    [2, 1],
    [0, 0],
    [2, 1],
  ]);
  expect(week[1]?.slots).not.toBe(limited.slots);
  expect(petsOf(week)).toBe(15);
});

test.each<[string, Day, string | undefined]>([
  ["two that touch", bySlot, undefined],
  ["two that overlap", { ...bySlot, slots: [slot(540, 610, 1), slot(600, 660, 1)] }, "Slots overlap"],
  ["none", { ...bySlot, slots: [] }, "Add a slot or switch the day off"],
  ["for nobody", { ...bySlot, slots: [slot(540, 600, 0)] }, "1 to 100 pets a slot"],
  ["no number", { ...bySlot, slots: [slot(540, 600, Number.NaN)] }, "1 to 100 pets a slot"],
])("what is wrong with a day by slot: %s", (_, day, problem) => expect(dayProblem(day, true)).toBe(problem));

test("slots and limits are saved with the day", () => {
  expect(toDays([[bySlot]])[0]).toMatchObject({ isAvailable: true, slots: [{ startTime: 540, endTime: 600, capacity: 2 }, {}] });
});
