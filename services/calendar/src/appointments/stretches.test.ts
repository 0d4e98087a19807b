import fc from "fast-check";
import { expect, test } from "vitest";
import { noGrant, placed } from "../booking/placement.ts";
import { SlotConflict } from "../conflicts/slot-conflict.ts";
import { dayKey } from "../occupancy/days.store.ts";
import { freeStarts } from "../scheduling/free.ts";
import type { WorkingDay } from "../scheduling/schedule.ts";
import { sharedBy, type WorkMode } from "../scheduling/shared-work.ts";
import type { Busy } from "../scheduling/verdict.ts";
import { type ServiceLine, stretchesOf, takenBy } from "./appointment.ts";

const alone: ServiceLine = {
  ...{ id: "1", petId: "1", petName: "Rex", breed: "", petSizeId: "0", serviceId: "1", serviceName: "Groom", careType: "GROOMING" },
  ...{ colorCode: "", staffId: "1", staffName: "", start: 600, duration: 30, price: "1000", taxId: "0", lodgings: [], priceParts: [] },
};
const anyLine = fc.record({
  petId: fc.constantFrom("1", "2"),
  start: fc.integer({ min: 108, max: 190 }).map((n) => n * 5),
  people: fc.shuffledSubarray(["1", "2", "3"], { minLength: 1 }),
  lengths: fc.array(
    fc.integer({ min: 1, max: 12 }).map((n) => n * 5),
    { minLength: 3, maxLength: 3 },
  ),
  mode: fc.constantFrom<WorkMode>("sequence", "parallel"),
});
const anyVisit = fc.array(anyLine, { minLength: 1, maxLength: 4 }).map((wanted) =>
  wanted.map(({ petId, start, people, lengths, mode }, nth): ServiceLine => {
    const parts = people.map((staffId, at) => ({ staffId, staffName: "", taskName: "", duration: lengths[at] as number, ratio: "50" }));
    return { ...sharedBy({ ...alone, id: `${nth}`, petId, start }, mode, parts) } as ServiceLine;
  }),
);
const people = ["1", "2", "3"];

/** The slow way: every minute in which a person has a hand on a line. */
function minutesOf(lines: readonly ServiceLine[], staffId: string): Set<number> {
  const minutes = new Set<number>();
  for (const line of lines)
    for (const part of line.work?.parts ?? [{ staffId: line.staffId, offset: 0, duration: line.duration }])
      if (part.staffId === staffId) for (let n = 0; n < part.duration; n += 1) minutes.add(line.start + part.offset + n);
  return minutes;
}

/** A minute that a person would give to two lines of one visit. */
const isTwice = (lines: readonly ServiceLine[], staffId: string): boolean =>
  lines.reduce((sum, line) => sum + minutesOf([line], staffId).size, 0) > minutesOf(lines, staffId).size;

test("each person is taken in exactly the minutes of their own parts, each pet counts once, and every line is on one card of each of its people", () => {
  fc.assert(
    fc.property(anyVisit, (lines) => {
      const stretches = stretchesOf(lines);
      for (const staffId of people) {
        const own = stretches.filter((one) => one.staffId === staffId);
        const taken = own.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, n) => start + n));
        expect(taken).toEqual([...minutesOf(lines, staffId)].sort((a, b) => a - b));
        expect(own.map(({ part }) => part)).toEqual([...own.keys()]);
        const theirs = lines.filter((line) => minutesOf([line], staffId).size > 0);
        expect(own.flatMap(({ lineIds }) => lineIds).sort()).toEqual(theirs.map(({ id }) => id).sort());
        expect(own.flatMap(({ petIds }) => petIds).sort()).toEqual([...new Set(theirs.map(({ petId }) => petId))].sort());
      }
    }),
  );
});

test("a visit finds its place, and a start is free, exactly where the slow checker sees nobody at work in two places", () => {
  const open: WorkingDay = {
    working: true,
    overridden: false,
    availability: "time",
    ranges: [{ start: 540, end: 1080 }],
    slots: [],
    limits: [],
    slotFree: [],
  };
  const plan = { date: "2026-05-04", endDate: "2026-05-04" };
  fc.assert(
    fc.property(fc.array(anyVisit, { minLength: 2, maxLength: 6 }), fc.integer({ min: 1, max: 12 }), (visits, length) => {
      const busy = new Map(people.map((id) => [id, [] as Busy[]]));
      const slow = new Map(people.map((id) => [id, new Set<number>()]));
      for (const [nth, lines] of visits.entries()) {
        const days = new Map(people.map((id) => [dayKey(id, plan.date), { day: open, busy: busy.get(id) as Busy[], skipped: null }]));
        const clashes = people.some((id) => [...minutesOf(lines, id)].some((at) => slow.get(id)?.has(at) || at < 540 || at >= 1080));
        const place = () => stretchesOf(lines).map((segment) => placed(plan, segment, days, noGrant));
        if (clashes || people.some((id) => isTwice(lines, id))) expect(place).toThrow(SlotConflict);
        else
          for (const { staffId, petIds, serviceIds, shares, ...segment } of place()) {
            const one = { kind: "booking" as const, id: `${nth}`, pets: petIds.length, serviceIds, shares, elsewhere: false };
            busy.get(staffId)?.push({ ...takenBy(segment), ...one });
            for (const at of minutesOf(lines, staffId)) slow.get(staffId)?.add(at);
          }
      }
      for (const id of people) {
        const demand = { duration: length * 5, step: 5, pets: 1, serviceIds: [], notBefore: 0 };
        const free = freeStarts({ day: open, busy: busy.get(id) as Busy[], skipped: null }, demand);
        const fits = (start: number) => !Array.from({ length: length * 5 }, (_, n) => start + n).some((at) => slow.get(id)?.has(at));
        const expected = Array.from({ length: 108 }, (_, n) => 540 + n * 5).filter((start) => start + length * 5 <= 1080 && fits(start));
        expect(free).toEqual(expected);
      }
    }),
    { numRuns: 300 },
  );
});
