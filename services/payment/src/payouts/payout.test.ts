import fc from "fast-check";
import { expect, test } from "vitest";
import { disputed, isBalanced, payout, payoutReversal } from "../ledger/ledger.ts";
import type { CardAccount, Itemized, Movement, ProviderPayout } from "../provider/provider.ts";
import { payoutOf } from "../provider/stripe-objects.ts";
import { payoutStep, sharesOf } from "./payout.ts";
import { sharesOfPayout } from "./shares.ts";

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

test.each([
  ["completed", "yes"],
  ["in_progress", "underway"],
  ["not_applicable", "never"],
] as const)("what Stripe calls %s is itemized: %s", (reconciliation_status, itemized) => {
  const payout = { id: "po_1", status: "paid", amount: 500, currency: "usd", reconciliation_status };
  expect(payoutOf(payout as unknown as Parameters<typeof payoutOf>[0]).itemized).toBe(itemized);
});

test("a payout that is never itemized is the whole sum of the account's owner, or nobody's; its movements are not asked for", async () => {
  const asked: string[] = [];
  const charge = { id: "txn_1", kind: "charge", currency: "USD", amount: 520n, fee: 20n, converted: false } as Movement;
  const provider = {
    async *movementsOf(id: string) {
      asked.push(id);
      yield charge;
    },
  } as unknown as CardAccount;
  const payout = (itemized: Itemized) => ({ id: "po_1", state: "paid", currency: "USD", amount: 500n, itemized }) as ProviderPayout;
  const owner = { companyId: "1", businessId: "5" };
  expect(await sharesOfPayout(provider, payout("never"), owner)).toEqual([
    { ...owner, currency: "USD", gross: 500n, fees: 0n, movements: [] },
  ]);
  expect(await sharesOfPayout(provider, payout("never"), null)).toEqual([]);
  expect(asked).toEqual([]);
  expect(await sharesOfPayout(provider, payout("yes"), owner)).toMatchObject([{ gross: 520n, fees: 20n, movements: [charge] }]);
  expect(asked).toEqual(["po_1"]);
});
