import fc from "fast-check";
import { expect, test } from "vitest";
import { sharesOf, totalOwed } from "./order-shares.ts";

const owed = (orderId: string, businessDate: string, due: bigint) => ({ orderId, businessDate, due });
const orders = [owed("12", "2026-11-20", 500n), owed("9", "2026-11-21", 300n), owed("3", "2026-11-20", 200n), owed("4", "2026-11-01", 0n)];

test.each([
  [
    1_000n,
    [
      ["3", 200n],
      ["12", 500n],
      ["9", 300n],
    ],
  ],
  [
    600n,
    [
      ["3", 200n],
      ["12", 400n],
    ],
  ],
  [200n, [["3", 200n]]],
  [0n, []],
] as const)("of %s the oldest order gets its share first", (amount, expected) => {
  expect(sharesOf(orders, amount).map((share) => [share.orderId, share.amount])).toEqual(expected);
});

test("shares sum up to the amount, none is above what its order owes, and no order gets any before an older one is paid", () => {
  const order = fc.record({
    orderId: fc.bigInt({ min: 1n, max: 10_000n }).map(String),
    businessDate: fc.constantFrom("2026-11-01", "2026-11-02", "2026-11-03"),
    due: fc.bigInt({ min: -50n, max: 10_000n }),
  });
  const some = fc.uniqueArray(order, { selector: ({ orderId }) => orderId, minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(some, fc.bigInt({ min: 0n, max: 10_000n }), (all, part) => {
      const amount = (totalOwed(all) * part) / 10_000n;
      const shares = sharesOf(all, amount);
      expect(shares.reduce((sum, share) => sum + share.amount, 0n)).toBe(amount);
      const dueOf = new Map(all.map((one) => [one.orderId, one.due]));
      const short = shares.filter((share) => share.amount < (dueOf.get(share.orderId) ?? 0n));
      expect(short.length).toBeLessThanOrEqual(1);
      expect(short.every((share) => share === shares.at(-1))).toBe(true);
      expect(shares.every((share) => share.amount > 0n && share.amount <= (dueOf.get(share.orderId) ?? 0n))).toBe(true);
    }),
  );
});
