import fc from "fast-check";
import { expect, test } from "vitest";
import { figuresOf, refuseAdjustment } from "./cash-drawer.ts";

test.each([
  ["nothing", "pay_in", 0n, 100n, "amount"],
  ["less than nothing", "pay_out", -5n, 100n, "amount"],
  ["more than there is", "pay_out", 101n, 100n, "not_there"],
  ["all there is", "pay_out", 100n, 100n, null],
  ["any amount, put in", "pay_in", 500n, 0n, null],
] as const)("cash moved by hand: %s", (_, kind, amount, expected, refusal) => {
  expect(refuseAdjustment(kind, amount, expected)).toBe(refusal);
});

test("what is expected is what the entries add up to, whatever they are", () => {
  const cent = fc.bigInt({ min: -100_000n, max: 100_000n });
  const entries = fc.record({ drawer_open: cent, capture: cent, refund: cent, refund_reversal: cent, pay_in: cent, pay_out: cent });
  fc.assert(
    fc.property(entries, (some) => {
      expect(figuresOf(some).expected).toBe(Object.values(some).reduce((sum, amount) => sum + amount, 0n));
    }),
  );
});
