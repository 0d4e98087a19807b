import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sizeOf } from "../pets/pet.ts";
import { defaultSizes } from "./defaults.ts";
import { contiguous } from "./size.ts";

const of = (...highs: number[]) => highs.map((weightHigh, i) => ({ id: String(i), name: `size ${i}`, weightHigh }));

describe("pet sizes", () => {
  test("pet-size-names: from Extra small to Extra large", () => {
    expect([defaultSizes[0]?.name, defaultSizes.at(-1)?.name]).toEqual(["Extra small", "Extra large"]);
  });

  test("pet-size-contiguous: the first begins at 1, the next after the high before it, the next high is at least that plus 2", () => {
    expect(contiguous(of(10, 20)).map((s) => [s.weightLow, s.weightHigh])).toEqual([
      [1, 10],
      [11, 20],
    ]);
    expect(() => contiguous(of(10, 11))).toThrow();
    expect(contiguous(of(10, 12)).at(-1)).toMatchObject({ weightLow: 11, weightHigh: 12 });
  });

  test("pet-size-contiguous: whatever is put in, every weight up to the last high is in exactly one range", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 8 }), (halves) => {
        const ranges = contiguous(of(...halves.map((n) => n * 2)));
        const last = ranges.at(-1)!.weightHigh;
        for (let weight = 1; weight <= last; weight++)
          expect(ranges.filter((r) => weight >= r.weightLow && weight <= r.weightHigh)).toHaveLength(1);
      }),
    );
  });

  test.each([
    [0, "0"],
    [0.5, "0"],
    [10, "0"],
    [10.4, "1"],
    [20, "1"],
    [500, "1"],
  ])("a pet of %s belongs to size %s", (weight, id) => {
    const sizes = contiguous(of(10, 20));
    expect(sizeOf(weight, sizes)).toBe(weight === 0 ? "0" : id);
  });
});
