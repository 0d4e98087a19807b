import { refusalOf } from "@leashline/kit/test";
import { ClientsMergedSchema, ClientsUnmergedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { CreditService } from "@leashline/proto/leashline/payment/v1/credit_service_pb.js";
import { LedgerService } from "@leashline/proto/leashline/payment/v1/ledger_pb.js";
import { RefundEffect, RefundWay } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Chance, chanceFrom } from "../../test/chance.ts";
import { byCard, cents, type Harness, startHarness, usd } from "../../test/harness.ts";

const STEPS = Number(process.env.LEASHLINE_CREDIT_STEPS ?? 40);
const FIRST = "201";
const SECOND = "202";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(async () => harness?.stop());

const credit = () => harness.servers.client(CreditService);
const ledger = () => harness.servers.client(LedgerService);
const balanceOf = async (customerId: string) => cents((await credit().getCredit({ customerId })).balance);
const side = (customerId: string) => ({ customerId, firstName: "Robin", lastName: customerId, clientColor: "" });

type Paid = { id: string; whose: string; left: number };
/** What the credit of each client should be, and what could be done next. */
type World = {
  chance: Chance;
  has: Map<string, number>;
  byHand: { id: string; whose: string; amount: number }[];
  paid: Paid[];
  merges: number;
  merged: boolean;
};

const whoIn = ({ chance, merged }: World): string => (merged ? FIRST : chance.pick([FIRST, SECOND]));
const add = ({ has }: World, who: string, amount: number): void => void has.set(who, (has.get(who) ?? 0) + amount);

async function give(world: World): Promise<void> {
  const [whose, amount] = [whoIn(world), world.chance.between(1, 3_000)];
  const { change } = await credit().giveCredit({ customerId: whose, amount: usd(amount), reason: "Model" });
  add(world, whose, amount);
  world.byHand.push({ id: change!.changeId, whose, amount });
}

async function take(world: World): Promise<void> {
  const [whose, amount] = [whoIn(world), world.chance.between(1, 3_000)];
  const call = credit().takeCreditBack({ customerId: whose, amount: usd(amount), reason: "Model" });
  if (amount > (world.has.get(whose) ?? 0)) return void (await refusalOf(call));
  const { change } = await call;
  add(world, whose, -amount);
  world.byHand.push({ id: change!.changeId, whose, amount: -amount });
}

async function undo(world: World): Promise<void> {
  const one = world.byHand.pop();
  if (!one) return;
  const whose = world.merged ? FIRST : one.whose;
  const call = credit().undoCreditChange({ changeId: one.id });
  if ((world.has.get(whose) ?? 0) < one.amount) return void (await refusalOf(call));
  await call;
  add(world, whose, -one.amount);
}

// Two tills at once: each for itself could be paid, and never more is spent than there is.
async function spend(world: World): Promise<void> {
  const whose = whoIn(world);
  const amounts = [world.chance.between(1, 2_500), world.chance.between(1, 2_500)];
  const orders = await Promise.all(amounts.map((amount) => harness.book(amount, { customerId: whose })));
  const pay = ({ orderId }: { orderId: string }, n: number) =>
    harness.payments().createPayment({ orderId, amount: usd(amounts[n] ?? 0), storeCredit: true });
  for (const [n, result] of (await Promise.allSettled(orders.map(pay))).entries()) {
    if (result.status !== "fulfilled") continue;
    add(world, whose, -(amounts[n] ?? 0));
    world.paid.push({ id: result.value.payment!.id, whose, left: amounts[n] ?? 0 });
  }
}

async function payOtherwise(world: World): Promise<void> {
  const [whose, amount] = [whoIn(world), world.chance.between(2, 4_000)];
  const { orderId } = await harness.book(amount, { customerId: whose });
  const how = world.chance.pick([true, false]) ? byCard(orderId, amount) : { orderId, amount: usd(amount), method: "cash" };
  const { payment } = await harness.payments().createPayment(how);
  const whole = world.chance.between(2, amount);
  const kept = world.chance.between(1, whole - 1);
  const parts = [
    { way: RefundWay.ORIGINAL, amount: usd(whole - kept) },
    { way: RefundWay.STORE_CREDIT, amount: usd(kept) },
  ];
  await harness.payments().refundPayment({ paymentId: payment!.id, amount: usd(whole), parts });
  add(world, whose, kept);
}

async function returned(world: World): Promise<void> {
  const one = world.paid.pop();
  if (!one) return;
  const amount = world.chance.between(1, one.left);
  await harness.payments().refundPayment({ paymentId: one.id, amount: usd(amount), effect: RefundEffect.STILL_OWED });
  add(world, world.merged ? FIRST : one.whose, amount);
}

// Whoever spent the other's while they were one gets it from them: what both have together stays.
async function mergeOrBack(world: World): Promise<void> {
  const schema = world.merged ? ClientsUnmergedSchema : ClientsMergedSchema;
  if (!world.merged) world.merges++;
  const event = { mergeId: String(world.merges), winner: side(FIRST), loser: side(SECOND), pets: [] };
  const sum = [...world.has.values()].reduce((all, one) => all + one, 0);
  for (const name of ["order", "payment"]) await harness.emit(name, schema, event);
  world.merged = !world.merged;
  const [first, second] = [await balanceOf(FIRST), await balanceOf(SECOND)];
  expect(first + second).toBe(sum);
  if (world.merged) expect(second).toBe(0);
  world.has = new Map([
    [FIRST, first],
    [SECOND, second],
  ]);
  // Whose they are again is known of none that was done meanwhile.
  if (!world.merged) Object.assign(world, { byHand: [], paid: [] });
}

const acts = [give, give, take, undo, spend, spend, payOtherwise, returned, mergeOrBack];

async function mustAgree(world: World): Promise<void> {
  for (const who of [FIRST, SECOND]) {
    const { changes } = await credit().listCreditChanges({ customerId: who, pageSize: 200 });
    const balance = await balanceOf(who);
    expect(balance).toBe(world.has.get(who) ?? 0);
    expect(changes.reduce((sum, { amount }) => sum + cents(amount), 0)).toBe(balance);
    expect(changes[0] ? cents(changes[0].balance) : 0).toBe(balance);
    expect(balance).toBeGreaterThanOrEqual(0);
  }
}

test.each([1, 2])(
  "whatever is done with store credit, it is what its history comes to, never below zero, and the ledger agrees (%s)",
  async (seed) => {
    const world: World = { chance: chanceFrom(seed), has: new Map(), byHand: [], paid: [], merges: seed * 1_000, merged: false };
    for (const who of [FIRST, SECOND]) world.has.set(who, await balanceOf(who));
    for (let step = 0; step < STEPS; step++) {
      await world.chance.pick(acts)(world);
      await mustAgree(world);
    }
    const { balances } = await ledger().listAccountBalances({});
    expect(balances.reduce((sum, { amount }) => sum + cents(amount), 0)).toBe(0);
    const kept = balances.find(({ account }) => account === "client_credit");
    expect(-cents(kept?.amount)).toBe((world.has.get(FIRST) ?? 0) + (world.has.get(SECOND) ?? 0));
    await expect.poll(async () => (await ledger().runSweep({})).differences, { timeout: 20_000, interval: 500 }).toEqual([]);
  },
  240_000,
);
