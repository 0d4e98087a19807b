import fc from "fast-check";
import { expect, test } from "vitest";
import { disputed, isBalanced, type PaidOut, type Posting, payoutMove, payoutStanding } from "../ledger/ledger.ts";
import type { CardAccount, Fact, Itemized, Movement, PayoutState, ProviderPayout } from "../provider/provider.ts";
import { payoutOf } from "../provider/stripe-objects.ts";
import { afterTelling, isPutBack, placeOf, sharesOf, type Told } from "./payout.ts";
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

const states = ["pending", "in_transit", "paid", "failed", "canceled"] as const;
const parts = { gross: 1_030n, fees: 30n };
const whole = { gross: 1_000n, fees: 0n };

test.each([
  ["pending", { payouts_in_transit: 1_000n, processing_fees: 30n, card_clearing: -1_030n }],
  ["in_transit", { payouts_in_transit: 1_000n, processing_fees: 30n, card_clearing: -1_030n }],
  ["paid", { bank: 1_000n, processing_fees: 30n, card_clearing: -1_030n }],
  ["failed", {}],
  ["canceled", {}],
] as const)("a payout that is %s stands in the ledger as %o", (state, standing) => {
  const stands = payoutStanding(placeOf[state], parts);
  expect(Object.fromEntries(stands.map(({ account, amount }) => [account, amount]))).toEqual(standing);
  expect(isPutBack(state)).toBe(stands.length === 0);
});

test.each([
  ["pending", ["pending", "in_transit", "paid", "failed", "canceled"]],
  ["in_transit", ["in_transit", "in_transit", "paid", "failed", "canceled"]],
  ["paid", ["paid", "paid", "paid", "failed", "canceled"]],
  ["failed", ["failed", "failed", "failed", "failed", "failed"]],
  ["canceled", ["canceled", "canceled", "canceled", "canceled", "canceled"]],
] as const)("a payout that is known as %s only goes forward", (known, after) => {
  const at = (state: PayoutState) => ({ ...parts, state, itemizing: false });
  expect(states.map((told) => afterTelling(at(known), at(told)).state)).toEqual(after);
  expect(states.map((told) => afterTelling(null, at(told)).state)).toEqual(states);
});

test("what a payout is made of is known for good once it was told", () => {
  const [guess, known] = [
    { ...whole, state: "pending", itemizing: true } as const,
    { ...parts, state: "pending", itemizing: false } as const,
  ];
  expect([afterTelling(guess, known), afterTelling(known, guess)]).toEqual([known, known]);
  expect(afterTelling(known, { gross: 1n, fees: 1n, state: "paid", itemizing: false })).toEqual({ ...known, state: "paid" });
});

/** What should stand, found the slow way: by looking through everything that was ever told. */
function shouldStand(told: readonly Told[], { gross, fees }: PaidOut): Record<string, bigint> {
  if (told.length === 0 || told.some(({ state }) => state === "failed" || state === "canceled")) return {};
  const place = told.some(({ state }) => state === "paid") ? "bank" : "payouts_in_transit";
  const known = told.some(({ itemizing }) => !itemizing);
  const all = { [place]: gross - fees, processing_fees: known ? fees : 0n, card_clearing: known ? -gross : fees - gross };
  return Object.fromEntries(Object.entries(all).filter(([, amount]) => amount !== 0n));
}

test("in any order, told twice or cut off between, what stands of a payout is what its rule says, and every entry balances", () => {
  const telling = fc.record({ state: fc.constantFrom(...states), itemizing: fc.boolean(), killed: fc.boolean() });
  fc.assert(
    fc.property(amount, fc.bigInt({ min: 0n, max: 500n }), fc.array(telling, { maxLength: 12 }), (gross, fees, sequence) => {
      let known: Told | null = null;
      const [ledger, told] = [[] as Posting[], [] as Told[]];
      for (const { killed, state, itemizing } of [...sequence, ...sequence.map((one) => ({ ...one, killed: false }))]) {
        const share = itemizing ? { gross: gross - fees, fees: 0n } : { gross, fees };
        const now = afterTelling(known, { ...share, state, itemizing });
        const entry = payoutMove(placeOf[now.state], ledger, now);
        expect(entry === null || isBalanced(entry)).toBe(true);
        // What is cut off before its end has written nothing.
        if (!killed) {
          known = now;
          ledger.push(...(entry?.postings ?? []));
          told.push({ ...share, state, itemizing });
        }
        const stands = new Map<string, bigint>();
        for (const p of ledger) stands.set(p.account, (stands.get(p.account) ?? 0n) + p.amount);
        expect(Object.fromEntries([...stands].filter(([, sum]) => sum !== 0n))).toEqual(shouldStand(told, { gross, fees }));
      }
    }),
  );
});

test("what a dispute moves balances", () => {
  fc.assert(
    fc.property(amount, (taken) => {
      const entry = disputed(taken);
      expect(entry === null || isBalanced(entry)).toBe(true);
    }),
  );
});

test.each([
  ["pending", "pending"],
  ["in_transit", "in_transit"],
  ["paid", "paid"],
  ["failed", "failed"],
  ["canceled", "canceled"],
  ["a state that came later", "pending"],
] as const)("what Stripe calls %s is %s here", (status, state) => {
  const payout = { id: "po_1", status, amount: -500, currency: "usd", reconciliation_status: "completed", failure_message: null };
  expect(payoutOf(payout as unknown as Parameters<typeof payoutOf>[0])).toMatchObject({ state, amount: -500n, failure: "" });
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

test("one that is being itemized is the owner's whole sum meanwhile; on an account of several it is nobody's yet, until it is put back", async () => {
  const charge = { id: "txn_1", kind: "charge", currency: "USD", amount: 520n, fee: 20n, metadata: { company_id: "1", business_id: "5" } };
  const provider = {
    movementsOf: async function* () {
      yield charge;
    },
  } as unknown as CardAccount;
  const payout = (state: PayoutState) => ({ id: "po_1", state, currency: "USD", amount: 500n, itemized: "underway" }) as ProviderPayout;
  const owner = { companyId: "1", businessId: "5" };
  expect(await sharesOfPayout(provider, payout("in_transit"), owner)).toMatchObject([{ gross: 500n, fees: 0n, movements: [] }]);
  expect(await sharesOfPayout(provider, payout("in_transit"), null)).toEqual([]);
  expect(await sharesOfPayout(provider, payout("failed"), null)).toMatchObject([{ ...owner, gross: 520n, fees: 20n }]);
});

test("an earlier payout that came back is brought again by a later one, to those whose it was", async () => {
  const moved = (kind: string, id: string, amount: bigint, fee: bigint, more: object) => ({
    ...{ kind, id, amount, fee, currency: "USD", converted: false, metadata: {}, intentId: "", payoutId: "" },
    ...more,
  });
  const of = (businessId: string) => ({ metadata: { company_id: "1", business_id: businessId } });
  const movements: Record<string, object[]> = {
    po_1: [
      moved("payout", "txn_a", -900n, 0n, { payoutId: "po_1" }),
      moved("charge", "txn_b", 620n, 20n, of("5")),
      moved("charge", "txn_c", 310n, 10n, of("6")),
    ],
    po_2: [
      moved("payout", "txn_d", -1_000n, 0n, { payoutId: "po_2" }),
      moved("payout", "txn_e", 900n, 0n, { payoutId: "po_1" }),
      moved("charge", "txn_f", 105n, 5n, of("6")),
    ],
  };
  const payout = (id: string, state: PayoutState, amount: bigint) =>
    ({ id, state, currency: "USD", amount, itemized: "yes" }) as ProviderPayout;
  const provider = {
    movementsOf: async function* (id: string) {
      yield* movements[id] ?? [];
    },
    lookUp: async (): Promise<Fact> => ({ kind: "payout", object: payout("po_1", "failed", 900n) }),
  } as unknown as CardAccount;
  const sums = (shares: Awaited<ReturnType<typeof sharesOfPayout>>) => shares.map((one) => [one.businessId, one.gross, one.fees]);
  expect(sums(await sharesOfPayout(provider, payout("po_1", "failed", 900n), null))).toEqual([
    ["5", 620n, 20n],
    ["6", 310n, 10n],
  ]);
  expect(sums(await sharesOfPayout(provider, payout("po_2", "paid", 1_000n), null))).toEqual([
    ["5", 620n, 20n],
    ["6", 415n, 15n],
  ]);
  const owner = { companyId: "1", businessId: "5" };
  expect(sums(await sharesOfPayout(provider, payout("po_2", "paid", 1_000n), owner))).toEqual([["5", 1_035n, 35n]]);
  expect(sums(await sharesOfPayout(provider, payout("po_9", "failed", 70n), owner))).toEqual([["5", 70n, 0n]]);
  expect(sums(await sharesOfPayout(provider, payout("po_9", "paid", 70n), owner))).toEqual([]);
});
