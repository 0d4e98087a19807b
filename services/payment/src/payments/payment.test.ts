import { toWireDate } from "@leashline/kit";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { capture, type Entry, isBalanced, type MoneyKind, refund, refundReversal, totalOf } from "../ledger/ledger.ts";
import { chargeOrder, chargePaidTips, dueOf, emptyAccount, type OrderAccount, type OrderCharge } from "../ledger/order-account.ts";
import type { IntentState } from "../provider/provider.ts";
import {
  extraTips,
  isSettled,
  mayRefund,
  type NewPayment,
  openStates,
  type PaymentState,
  paymentMoves,
  refundableOf,
  refundMoves,
  refusePayment,
  stateAfter,
} from "./payment.ts";
import { dayTaken } from "./taken-on.ts";

type Paid = { kind: MoneyKind; amount: bigint; refunded: bigint };
type World = { account: OrderAccount; order: OrderCharge; entries: Entry[]; payments: Paid[] };

const kinds = ["cash", "check", "card", "custom"] as const;
const cents = (max = 20_000n) => fc.bigInt({ min: 0n, max });

type Step =
  | { do: "edit"; sales: bigint; tax: bigint; tips: bigint; stale: boolean }
  | { do: "pay"; amount: bigint; tips: bigint; kind: MoneyKind }
  | { do: "refund"; which: number; amount: bigint; reversed: boolean }
  | { do: "cancel" }
  | { do: "reopen" };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant("edit" as const), sales: cents(), tax: cents(2_000n), tips: cents(3_000n), stale: fc.boolean() }),
  fc.record({ do: fc.constant("pay" as const), amount: cents(), tips: cents(3_000n), kind: fc.constantFrom(...kinds) }),
  fc.record({ do: fc.constant("refund" as const), which: fc.nat(9), amount: cents(), reversed: fc.boolean() }),
  fc.constant({ do: "cancel" as const }),
  fc.constant({ do: "reopen" as const }),
);

const post = (world: World, entry: Entry | null): void => {
  if (entry) world.entries.push(entry);
};

function update(world: World, order: OrderCharge): void {
  const { account, entry } = chargeOrder(world.account, order);
  world.account = account;
  post(world, entry);
}

function pay(world: World, s: Extract<Step, { do: "pay" }>): void {
  const asked: NewPayment = {
    kind: s.kind,
    amount: s.amount,
    tips: s.tips,
    maxTips: 100_000n,
    checkNumber: "1001",
    methodUsable: true,
    hasCard: true,
    cardStep: 1n,
  };
  if (refusePayment(world.account, asked)) return;
  world.account = { ...world.account, captured: world.account.captured + s.amount, capturedTips: world.account.capturedTips + s.tips };
  const { account, entry } = chargePaidTips(world.account);
  world.account = account;
  post(world, entry);
  post(world, capture(s.kind, { amount: s.amount, convenienceFee: 0n }));
  world.payments.push({ kind: s.kind, amount: s.amount, refunded: 0n });
}

function refundOne(world: World, s: Extract<Step, { do: "refund" }>): void {
  const payment = world.payments[s.which % Math.max(1, world.payments.length)];
  if (!payment || !mayRefund({ state: "completed", ...payment, pendingRefunds: 0n }, s.amount)) return;
  post(world, refund(payment.kind, { amount: s.amount, convenienceFee: 0n }));
  if (s.reversed) {
    post(world, refundReversal(payment.kind, { amount: s.amount, convenienceFee: 0n }));
    return;
  }
  payment.refunded += s.amount;
  world.account = { ...world.account, refunded: world.account.refunded + s.amount };
}

function take(world: World, s: Step): void {
  if (s.do === "pay") pay(world, s);
  else if (s.do === "refund") refundOne(world, s);
  else if (s.do === "edit" && s.stale) update(world, { ...world.order, ...s, version: world.order.version - 1, cancelled: false });
  else change(world, s);
}

function change(world: World, s: Exclude<Step, { do: "pay" | "refund" }>): void {
  const version = world.order.version + 1;
  if (s.do === "edit") world.order = { ...world.order, sales: s.sales, tax: s.tax, tips: s.tips, version };
  else world.order = { ...world.order, cancelled: s.do === "cancel", version };
  update(world, world.order);
}

const balance = (world: World, account: string): bigint =>
  world.entries.flatMap((e) => e.postings).reduce((sum, p) => (p.account === account ? sum + p.amount : sum), 0n);

describe("whatever happens to an order", () => {
  test("the ledger sums to zero and what is due is total - captured + refunded", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const order: OrderCharge = { sales: 0n, tax: 0n, tips: 0n, version: 1, cancelled: false };
        const world: World = { account: emptyAccount, order, entries: [], payments: [] };
        for (const s of steps) {
          take(world, s);
          for (const entry of world.entries) expect(isBalanced(entry)).toBe(true);
          const captured = world.payments.reduce((sum, p) => sum + p.amount, 0n);
          const refunded = world.payments.reduce((sum, p) => sum + p.refunded, 0n);
          expect(balance(world, "client_receivable")).toBe(dueOf(world.account));
          expect(dueOf(world.account)).toBe(totalOf(world.account.charged) - captured + refunded);
          expect(refunded <= captured).toBe(true);
          expect(-balance(world, "tips_payable")).toBe(world.account.charged.tips);
        }
      }),
    );
  });
});

const owing: OrderAccount = { ...emptyAccount, charged: { sales: 5_000n, tax: 500n, tips: 0n } };
const cash: NewPayment = {
  kind: "cash",
  amount: 5_500n,
  tips: 0n,
  maxTips: 100_000n,
  checkNumber: "",
  methodUsable: true,
  hasCard: false,
  cardStep: 10n,
};

test.each([
  ["the whole amount", owing, cash, null],
  ["a part of it", owing, { ...cash, amount: 1_000n }, null],
  ["nothing", owing, { ...cash, amount: 0n }, "amount"],
  ["a negative amount", owing, { ...cash, amount: -1n }, "amount"],
  ["more than is owed", owing, { ...cash, amount: 5_501n }, "amount"],
  ["more than is owed, the rest as tip", owing, { ...cash, amount: 6_000n, tips: 500n }, null],
  ["more tip than amount", owing, { ...cash, amount: 100n, tips: 200n }, "data"],
  ["through a method that is switched off", owing, { ...cash, methodUsable: false }, "method"],
  ["by card without a card", owing, { ...cash, kind: "card" as const }, "method"],
  ["by card in coins too small for cards", owing, { ...cash, amount: 5_124n, kind: "card" as const, hasCard: true }, "card_step"],
  ["by card in whole steps", owing, { ...cash, amount: 5_120n, kind: "card" as const, hasCard: true }, null],
  ["by check without a number", owing, { ...cash, kind: "check" as const }, "check_number"],
  ["while another payment is on its way", { ...owing, pending: 5_500n }, cash, "unsettled"],
  ["while another one is on its way, what that leaves", { ...owing, pending: 5_000n }, { ...cash, amount: 500n }, null],
  ["more than is owed while another one is on its way", { ...owing, pending: 5_500n }, { ...cash, amount: 5_501n }, "amount"],
  ["more tip than there can be", owing, { ...cash, amount: 100_101n, tips: 100_001n }, "tip_maximum"],
  ["tip alone", owing, { ...cash, amount: 300n, tips: 300n }, null],
  ["a negative tip", owing, { ...cash, tips: -1n }, "data"],
  [
    "tips that the order asked for already",
    { ...owing, charged: { ...owing.charged, tips: 300n } },
    { ...cash, amount: 5_801n, tips: 300n },
    "amount",
  ],
  ["by check, its number blank", owing, { ...cash, kind: "check" as const, checkNumber: "  " }, "check_number"],
  ["by check with its number", owing, { ...cash, kind: "check" as const, checkNumber: "1001" }, null],
  ["exactly what was seen as owed", owing, { ...cash, amount: 100n, seenDue: 5_500n }, null],
  ["what was owed before it changed", owing, { ...cash, amount: 100n, seenDue: 5_400n }, "changed"],
  ["while tip and all is on its way", { ...owing, pending: 5_500n }, { ...cash, amount: 5_600n, tips: 100n }, "unsettled"],
  ["for a cancelled order", { ...owing, cancelled: true }, cash, "data"],
] as const)("payment-errors-7001-7010: paying %s", (_, account, payment, expected) => {
  expect(refusePayment(account, payment)).toBe(expected);
});

test.each([
  ["completed", 5_000n, 0n, 5_000n],
  ["completed", 5_000n, 5_000n, 0n],
  ["paid", 5_000n, 0n, 0n],
  ["failed", 5_000n, 0n, 0n],
] as const)("payment-refundable: %s, amount %s, refunded %s: %s can go back", (state, amount, refunded, expected) => {
  expect(refundableOf({ state, amount, refunded, pendingRefunds: 0n })).toBe(expected);
});

test.each([
  [1n, true],
  [700n, true],
  [701n, false],
  [0n, false],
  [-1n, false],
])("of 1000, with 200 gone back and 100 on their way, %s may go back: %s", (amount, expected) =>
  expect(mayRefund({ state: "completed", amount: 1_000n, refunded: 200n, pendingRefunds: 100n }, amount)).toBe(expected),
);

test("extra tips are those beyond what was charged, never fewer than none", () => {
  const account = { ...owing, charged: { ...owing.charged, tips: 300n }, captured: 1_000n, capturedTips: 200n };
  expect([extraTips(account, 0n), extraTips(account, 100n), extraTips(account, 150n)]).toEqual([0n, 0n, 50n]);
});

test("what is not settled yet is open, and a refund is entered or fails, also after it was entered", () => {
  expect(openStates).toEqual(["init", "created", "processing", "paid"]);
  expect(refundMoves).toEqual({ processing: ["created", "failed"], created: ["failed"], failed: [] });
});

test("refund never exceeds capture, refunds on their way included", () => {
  fc.assert(
    fc.property(cents(), cents(), cents(), cents(), (amount, refunded, pendingRefunds, wanted) => {
      if (!mayRefund({ state: "completed", amount, refunded, pendingRefunds }, wanted)) return;
      expect(refunded + pendingRefunds + wanted <= amount).toBe(true);
    }),
  );
});

test("payment-status-list: completed and failed are the ends, and every other state leads there", () => {
  const ends = Object.keys(paymentMoves).filter((s) => isSettled(s as keyof typeof paymentMoves));
  expect(ends).toEqual(["completed", "failed"]);
  for (const [state, next] of Object.entries(paymentMoves)) if (!ends.includes(state)) expect(next).toContain("failed");
});

test.each<[PaymentState, IntentState, PaymentState]>([
  ["created", "processing", "processing"],
  ["created", "requires_action", "processing"],
  ["created", "authorized", "paid"],
  ["processing", "succeeded", "completed"],
  ["processing", "cancelled", "failed"],
  ["paid", "succeeded", "completed"],
  ["paid", "processing", "paid"],
  ["paid", "requires_action", "paid"],
  ["completed", "declined", "completed"],
  ["failed", "succeeded", "failed"],
])("payment-status-list: a payment that is %s and %s at the provider is %s", (state, intent, next) => {
  expect(stateAfter(state, intent)).toBe(next);
});

describe("the day money was taken", () => {
  const today = "2026-11-20";
  const on = (text: string) => ({ takenOn: toWireDate(text) });

  test.each([
    ["nothing said", {}, false, today],
    ["today", on(today), false, today],
    ["a week ago, cash", on("2026-11-13"), false, "2026-11-13"],
    ["today, card", on(today), true, today],
    ["90 days ago, cash", on("2026-08-22"), false, "2026-08-22"],
  ])("%s", (_, asked, isCard, day) => {
    expect(dayTaken(asked, isCard, today)).toBe(day);
  });

  test.each([
    ["tomorrow", on("2026-11-21"), false],
    ["too long ago", on("2026-08-21"), false],
    ["a card on another day", on("2026-11-13"), true],
  ])("%s is refused", (_, asked, isCard) => {
    expect(() => dayTaken(asked, isCard, today)).toThrow(
      expect.objectContaining({ options: expect.objectContaining({ field: "takenOn" }) }),
    );
  });
});
