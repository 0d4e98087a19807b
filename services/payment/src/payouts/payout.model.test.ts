import { asTenant } from "@leashline/kit";
import { LedgerService } from "@leashline/proto/leashline/payment/v1/ledger_pb.js";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cents, type Harness, startHarness } from "../../test/harness.ts";
import { command } from "../db.ts";
import type { PayoutState, ProviderPayout } from "../provider/provider.ts";
import { recordPayout } from "./record-payout.ts";

// What is told of payouts in any order, twice, at once and cut off, on the real database.

const RUNS = Number(process.env.LEASHLINE_PAYOUT_RUNS ?? 15);
const states = ["pending", "in_transit", "paid", "failed", "canceled"] as const;

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(async () => harness?.stop());

type Telling = { which: number; state: PayoutState; itemized: boolean; killed: boolean; twin: boolean };
type Size = { gross: number; fees: number };
class Killed extends Error {}

async function tell(id: string, { gross, fees }: Size, { state, itemized, killed }: Telling): Promise<void> {
  const owner = { companyId: "1", businessId: "1" };
  const ctx = asTenant({ runtime: harness.servers.runtime("payment"), requestId: "" }, { ...owner, name: "Stripe" });
  const whole = { gross: BigInt(gross - fees), fees: 0n, movements: [] };
  const charge = { id: `txn_${id}`, kind: "charge", intentId: "", amount: gross, fee: fees };
  const made = { gross: BigInt(gross), fees: BigInt(fees), movements: [charge] };
  const share = { ...owner, currency: "USD", ...(itemized ? made : whole) };
  const payout = { id, state, itemized: itemized ? "yes" : "underway", description: "", arrivesOn: "2026-12-01", failure: "" };
  await command(ctx, async (tx) => {
    await recordPayout(tx, payout as unknown as ProviderPayout, share as unknown as Parameters<typeof recordPayout>[2]);
    if (killed) throw new Killed();
    return {};
  }).catch((error: unknown) => {
    if (!(error instanceof Killed)) throw error;
  });
}

/** What should stand, found by looking through all that was told. */
function shouldStand(told: readonly Telling[], { gross, fees }: Size): Record<string, number> {
  if (told.length === 0 || told.some(({ state }) => state === "failed" || state === "canceled")) return {};
  const place = told.some(({ state }) => state === "paid") ? "bank" : "payouts_in_transit";
  const known = told.some(({ itemized }) => itemized);
  const all = { [place]: gross - fees, processing_fees: known ? fees : 0, card_clearing: known ? -gross : fees - gross };
  return Object.fromEntries(Object.entries(all).filter(([, amount]) => amount !== 0));
}

async function stands(id: string): Promise<Record<string, number>> {
  const { rows } = await harness.servers.admin.query<{ account: string; amount: string }>(
    `select p.account, sum(p.amount)::text as amount from payment.ledger_entry e join payment.ledger_posting p using (company_id, entry_id)
     where e.provider_id = $1 group by p.account having sum(p.amount) <> 0`,
    [id],
  );
  return Object.fromEntries(rows.map(({ account, amount }) => [account, Number(amount)]));
}

const telling = fc.record({
  which: fc.nat({ max: 2 }),
  state: fc.constantFrom(...states),
  itemized: fc.boolean(),
  killed: fc.boolean(),
  twin: fc.boolean(),
});
const size = fc.record({ gross: fc.integer({ min: -5_000, max: 50_000 }), fees: fc.nat({ max: 300 }) });

test("told the same again nothing is written and nobody is told; told another day of arrival both", async () => {
  const ctx = asTenant({ runtime: harness.servers.runtime("payment"), requestId: "" }, { companyId: "1", businessId: "1", name: "Stripe" });
  const share = { companyId: "1", businessId: "1", currency: "USD", gross: 5_000n, fees: 175n, movements: [] };
  const told = async (more: object) => {
    let heard = 0;
    const payout = { id: "po_same", state: "pending", itemized: "yes", description: "", arrivesOn: "2026-12-01", failure: "", ...more };
    await command(ctx, async (tx) => {
      const listening = Object.assign(Object.create(tx) as typeof tx, { notify: () => void heard++ });
      await recordPayout(listening, payout as unknown as ProviderPayout, share);
      return {};
    });
    const { rows } = await harness.servers.admin.query("select xmin::text as written from payment.payout where provider_id = 'po_same'");
    return { heard, written: rows[0].written as string };
  };
  const first = await told({});
  expect([first.heard, await told({})]).toEqual([1, { ...first, heard: 0 }]);
  const moved = await told({ arrivesOn: "2026-12-02" });
  expect([moved.heard, moved.written !== first.written]).toEqual([1, true]);
  const paid = await told({ state: "paid", arrivesOn: "2026-12-02" });
  expect([paid.heard, await told({ state: "pending" }), await told({ state: "paid", arrivesOn: "2026-12-02" })]).toEqual([
    1,
    { ...paid, heard: 0 },
    { ...paid, heard: 0 },
  ]);
});

test("whatever is told of payouts in whatever order, twice at once or cut off, the books have what the last true telling says", async () => {
  let run = 0;
  const check = async (sequence: Telling[], sizes: Size[]) => {
    run++;
    const told = sizes.map(() => [] as Telling[]);
    // What was cut off is told again in the end, in another order.
    for (const one of [...sequence, ...sequence.toReversed().map((late) => ({ ...late, killed: false }))]) {
      const [id, its] = [`po_${run}_${one.which}`, sizes[one.which]!];
      await Promise.all(one.twin ? [tell(id, its, one), tell(id, its, one)] : [tell(id, its, one)]);
      if (!one.killed) told[one.which]!.push(one);
      expect(await stands(id)).toEqual(shouldStand(told[one.which]!, its));
    }
  };
  await fc.assert(fc.asyncProperty(fc.array(telling, { maxLength: 8 }), fc.array(size, { minLength: 3, maxLength: 3 }), check), {
    numRuns: RUNS,
  });
  const { balances } = await harness.servers.client(LedgerService).listAccountBalances({});
  expect(balances.reduce((sum, { amount }) => sum + cents(amount), 0)).toBe(0);
}, 120_000);
