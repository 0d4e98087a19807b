import fc from "fast-check";
import { expect, test } from "vitest";
import { freeStarts } from "./free.ts";
import { besideGaps, joined, PACK, unpacked } from "./packed.ts";

const packedOf = (start: number, end: number) => start * PACK + end - start;
const range = fc
  .tuple(fc.integer({ min: 480, max: 1_190 }), fc.integer({ min: 1, max: 240 }))
  .map(([start, length]) => ({ start, end: start + length }));
const taken = fc.array(range, { maxLength: 12 });
const least = fc.constantFrom(15, 30, 45, 60, 120);

test("what is joined leaves exactly the starts that are free, in whatever order it came", () => {
  const work = {
    working: true,
    overridden: false,
    availability: "time",
    ranges: [{ start: 480, end: 1_200 }],
    slots: [],
    limits: [],
  } as const;
  const startsBeside = (ranges: readonly { start: number; end: number }[], duration: number) => {
    const busy = ranges.map((one) => ({ ...one, kind: "booking" as const, id: "", pets: 1, serviceIds: [], elsewhere: false }));
    return freeStarts({ day: work, busy, skipped: null }, { duration, step: 5, pets: 1, serviceIds: [], notBefore: 0 });
  };
  fc.assert(
    fc.property(taken, least, (all, duration) => {
      const packed = all.map(({ start, end }) => packedOf(start, end));
      expect(startsBeside(joined(packed, duration), duration)).toEqual(startsBeside(all, duration));
      expect(joined(packed, duration).length).toBeLessThanOrEqual(Math.max(1, all.length));
    }),
  );
});

test("instants of any year come back as they were", () => {
  const start = 45_000_000;
  expect(unpacked(packedOf(start + 60, start + 1_500))).toEqual({ start: start + 60, end: start + 1_500 });
});

test("of appointments those are kept that come before or after a gap that is long enough, wherever one looks for them", () => {
  const slowly = (all: readonly { start: number; end: number }[], duration: number): Set<number> => {
    const needed = new Set<number>();
    for (let start = 480; start + duration <= 1_700; start += 5) {
      if (all.some((one) => one.start < start + duration && start < one.end)) continue;
      const ends = Math.max(...all.map((one) => (one.end <= start ? one.end : -1)));
      const begins = Math.min(...all.map((one) => (one.start >= start + duration ? one.start : 9_999)));
      const before = all.findLastIndex((one) => one.end === ends && one.end <= start);
      const after = all.findIndex((one) => one.start === begins);
      for (const index of [before, after]) if (index >= 0) needed.add(index);
    }
    return needed;
  };
  const distinct = fc.uniqueArray(range, { maxLength: 10, selector: ({ start }) => start });
  fc.assert(
    fc.property(distinct, least, (some, duration) => {
      const all = some.toSorted((a, b) => a.start - b.start);
      const kept = new Set(
        besideGaps(
          all.map(({ start, end }) => packedOf(start, end)),
          duration,
        ).map(({ at }) => at),
      );
      for (const index of slowly(all, duration)) expect(kept).toContain(index);
    }),
  );
  const tight = Array.from({ length: 18 }, (_, n) => packedOf(540 + 30 * n, 565 + 30 * n));
  const [first, last] = [
    { start: 540, end: 565, at: 0 },
    { start: 1_050, end: 1_075, at: 17 },
  ];
  expect(besideGaps(tight, 45)).toEqual([first, last]);
  expect(besideGaps(tight.toReversed(), 45)).toEqual([
    { ...first, at: 17 },
    { ...last, at: 0 },
  ]);
  expect(besideGaps(tight, 5)).toHaveLength(18);
  expect(besideGaps(tight, 45, (at) => at > 0 && at !== 7).map(({ at }) => at)).toEqual([1, 17]);
});
