import fc from "fast-check";
import { expect, test } from "vitest";
import { capturePart } from "./capture-part.ts";

test.each([
  [undefined, 5_000n, 5_000n, { amount: 5_000n, most: 5_000n, released: 0n, due: 0n }],
  [undefined, 5_000n, 3_000n, { amount: 3_000n, most: 3_000n, released: 2_000n, due: 0n }],
  [undefined, 3_000n, 5_000n, { amount: 3_000n, most: 3_000n, released: 0n, due: 2_000n }],
  [2_000n, 5_000n, 5_000n, { amount: 2_000n, most: 5_000n, released: 3_000n, due: 3_000n }],
  [5_001n, 5_000n, 9_000n, { amount: null, most: 5_000n, released: 5_000n, due: 9_000n }],
  [3_001n, 5_000n, 3_000n, { amount: null, most: 3_000n, released: 5_000n, due: 3_000n }],
  [0n, 5_000n, 5_000n, { amount: null, most: 5_000n, released: 5_000n, due: 5_000n }],
] as const)("of %s typed, with %s held and %s owed", (typed, held, owed, part) => expect(capturePart(typed, { held, owed })).toEqual(part));

test("what is taken and what is released are what was held; what is taken and what is due are what was owed", () => {
  const cents = fc.bigInt({ min: 1n, max: 100_000n });
  fc.assert(
    fc.property(fc.option(cents, { nil: undefined }), cents, cents, (typed, held, owed) => {
      const { amount, released, due } = capturePart(typed, { held, owed });
      expect([(amount ?? 0n) + released, (amount ?? 0n) + due]).toEqual([held, owed]);
      expect(released >= 0n && due >= 0n).toBe(true);
    }),
  );
});
