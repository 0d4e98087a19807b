import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DAY_MINUTES, length, overlaps, type Range, subtract, union } from "./minutes.ts";

const range = fc
  .tuple(fc.integer({ min: 0, max: DAY_MINUTES }), fc.integer({ min: 0, max: DAY_MINUTES }))
  .map(([a, b]): Range => ({ start: Math.min(a, b), end: Math.max(a, b) }));
const ranges = fc.array(range, { maxLength: 12 });
const minutesIn = (set: readonly Range[]) => {
  const minutes = new Set<number>();
  for (const one of set) for (let minute = one.start; minute < one.end; minute += 1) minutes.add(minute);
  return minutes;
};

describe("sets of minutes", () => {
  test("day-length: a day is 1440 minutes", () => expect(DAY_MINUTES).toBe(1440));

  test.each([
    [[540, 600], [600, 660], false],
    [[540, 601], [600, 660], true],
    [[540, 660], [550, 560], true],
    [[540, 600], [540, 600], true],
    [[600, 660], [540, 600], false],
  ])("%j and %j overlap: %s", (a, b, expected) => {
    expect(overlaps({ start: a[0] as number, end: a[1] as number }, { start: b[0] as number, end: b[1] as number })).toBe(expected);
  });

  test("a union holds the same minutes, sorted and apart", () => {
    fc.assert(
      fc.property(ranges, (given) => {
        const joined = union(given);
        expect(minutesIn(joined)).toEqual(minutesIn(given));
        for (let index = 1; index < joined.length; index += 1) {
          expect(joined[index]!.start).toBeGreaterThan(joined[index - 1]!.end);
        }
      }),
      { numRuns: 200 },
    );
  });

  test("subtracting leaves exactly the minutes that were not taken", () => {
    fc.assert(
      fc.property(ranges, ranges, (from, taken) => {
        const left = subtract(union(from), taken);
        const cut = minutesIn(taken);
        expect(minutesIn(left)).toEqual(new Set([...minutesIn(from)].filter((minute) => !cut.has(minute))));
        expect(length(left)).toBe(minutesIn(left).size);
      }),
      { numRuns: 200 },
    );
  });
});
