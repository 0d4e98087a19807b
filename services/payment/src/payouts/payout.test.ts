import fc from "fast-check";
import { expect, test } from "vitest";
import { disputed, isBalanced, payout, payoutReversal } from "../ledger/ledger.ts";
import type { Movement } from "../provider/provider.ts";
import { payoutStep, sharesOf } from "./payout.ts";

const amount = fc.bigInt({ min: -1_000_000n, max: 1_000_000n });
const owner = fc.option(fc.record({ companyId: fc.constantFrom("1", "2"), businessId: fc.constantFrom("1", "5") }));
const moved = fc.record({ owner, amount, fee: fc.bigInt({ min: 0n, max: 500n }), converted: fc.boolean() });

test("the parts of a payout are what its movements come to, each movement in one part", () => {
  fc.assert(
    fc.property(fc.array(moved), (all) => {
      const movements = all.map(({ owner, ...rest }) => ({ owner, movement: { ...rest, currency: "USD" } as unknown as Movement }));
      const counted = movements.filter((one) => one.owner && !one.movement.converted);
      const shares = sharesOf(movements);
      const sum = (items: readonly bigint[]): bigint => items.reduce((a, b) => a + b, 0n);
      expect(sum(shares.map((share) => share.gross))).toBe(sum(counted.map((one) => one.movement.amount)));
      expect(sum(shares.map((share) => share.fees))).toBe(sum(counted.map((one) => one.movement.fee)));
      expect(new Set(shares.map((share) => `${share.companyId}-${share.businessId}`)).size).toBe(shares.length);
    }),
  );
});

test("what a dispute or a payout moves balances, and a payout that comes back leaves nothing behind", () => {
  fc.assert(
    fc.property(amount, amount, (gross, fees) => {
      const entries = [disputed(gross), payout({ gross, fees }), payoutReversal({ gross, fees })];
      for (const entry of entries) expect(entry === null || isBalanced(entry)).toBe(true);
      const [, there, back] = entries.map((entry) => entry?.postings ?? []);
      const left = new Map<string, bigint>();
      for (const p of [...(there ?? []), ...(back ?? [])]) left.set(p.account, (left.get(p.account) ?? 0n) + p.amount);
      expect([...left.values()].every((one) => one === 0n)).toBe(true);
    }),
  );
});

test.each([
  [null, "paid", "enter"],
  [null, "failed", null],
  [null, "underway", null],
  ["paid", "paid", null],
  ["paid", "failed", "reverse"],
  ["failed", "failed", null],
  ["failed", "paid", null],
] as const)("a payout that is %s in the books and %s at the provider: %s", (known, said, step) => {
  expect(payoutStep(known, said)).toBe(step);
});
