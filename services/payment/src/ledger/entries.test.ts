import { describe, expect, test } from "vitest";
import {
  capture,
  charge,
  disputed,
  drawerMove,
  type Entry,
  isBalanced,
  movesCash,
  payoutMove,
  payoutStanding,
  putIn,
  refund,
  refundReversal,
  reversed,
} from "./ledger.ts";
import { chargeOrder, chargePaidTips, dueOf, emptyAccount, heldTips, type OrderAccount, payableOf } from "./order-account.ts";

const said = (entry: Entry | null) =>
  entry && [entry.kind, Object.fromEntries(entry.postings.map(({ account, amount }) => [account, amount]))];
const nothing = { sales: 0n, tax: 0n, tips: 0n };
const bill = { sales: 5_000n, tax: 500n, tips: 100n };

describe("what is entered, account by account", () => {
  test.each([
    ["cash", "cash_drawer"],
    ["check", "check_clearing"],
    ["card", "card_clearing"],
    ["custom", "other_clearing"],
  ] as const)("money in %s is kept in %s, and leaves it again", (kind, account) => {
    expect(said(capture(kind, { amount: 700n, convenienceFee: 0n }))).toEqual(["capture", { client_receivable: -700n, [account]: 700n }]);
    expect(said(refund(kind, { amount: 700n, convenienceFee: 0n }))).toEqual(["refund", { client_receivable: 700n, [account]: -700n }]);
    expect(said(refundReversal(kind, { amount: 700n, convenienceFee: 0n }))).toEqual([
      "refund_reversal",
      { client_receivable: -700n, [account]: 700n },
    ]);
    const nothing = { amount: 0n, convenienceFee: 0n };
    expect([capture(kind, nothing), refund(kind, nothing)]).toEqual([null, null]);
  });

  test("the fee for paying by card comes and goes with the amount as income, and the client never owes it", () => {
    const withFee = { amount: 10_000n, convenienceFee: 320n };
    const postings = { client_receivable: -10_000n, card_clearing: 10_320n, convenience_fees: -320n };
    expect(said(capture("card", withFee))).toEqual(["capture", postings]);
    expect(said(refundReversal("card", withFee))).toEqual(["refund_reversal", postings]);
    expect(said(refund("card", withFee))).toEqual([
      "refund",
      { client_receivable: 10_000n, card_clearing: -10_320n, convenience_fees: 320n },
    ]);
  });

  test("a bill, and what changed of it; nothing where nothing did", () => {
    expect(said(charge(nothing, bill))).toEqual([
      "charge",
      { client_receivable: 5_600n, sales: -5_000n, tax_payable: -500n, tips_payable: -100n },
    ]);
    expect(said(charge(bill, { ...bill, tax: 400n }))).toEqual(["charge", { client_receivable: -100n, tax_payable: 100n }]);
    expect(said(charge(bill, { ...bill, tax: 400n, tips: 200n }))).toEqual(["charge", { tax_payable: 100n, tips_payable: -100n }]);
    expect(said(charge(bill, nothing, "cancel"))).toEqual([
      "cancel",
      { client_receivable: -5_600n, sales: 5_000n, tax_payable: 500n, tips_payable: 100n },
    ]);
    expect(charge(bill, bill)).toBeNull();
  });

  test.each([
    ["payouts_in_transit", { payouts_in_transit: 970n, processing_fees: 30n, card_clearing: -1_000n }],
    ["bank", { bank: 970n, processing_fees: 30n, card_clearing: -1_000n }],
    ["card_clearing", {}],
  ] as const)("a payout whose money is in %s stands as that, whatever stood before", (place, standing) => {
    const paid = { gross: 1_000n, fees: 30n };
    const sums = (of: readonly { account: string; amount: bigint }[]) => Object.fromEntries(of.map((p) => [p.account, p.amount]));
    expect(sums(payoutStanding(place, paid))).toEqual(standing);
    for (const from of ["payouts_in_transit", "bank", "card_clearing"] as const) {
      const before = payoutStanding(from, { gross: 970n, fees: 0n });
      const entry = payoutMove(place, before, paid);
      const after = new Map<string, bigint>();
      for (const p of [...before, ...(entry?.postings ?? [])]) after.set(p.account, (after.get(p.account) ?? 0n) + p.amount);
      expect(Object.fromEntries([...after].filter(([, amount]) => amount !== 0n))).toEqual(standing);
      expect(payoutMove(place, payoutStanding(place, paid), paid)).toBeNull();
    }
  });

  test("what the client owes nothing for: disputes, payouts and the drawer", () => {
    expect(said(disputed(900n))).toEqual(["dispute", { dispute_losses: 900n, card_clearing: -900n }]);
    const paid = { gross: 1_000n, fees: 30n };
    expect(said(payoutMove("bank", payoutStanding("payouts_in_transit", paid), paid))).toEqual([
      "payout",
      { payouts_in_transit: -970n, bank: 970n },
    ]);
    expect(said(payoutMove("card_clearing", payoutStanding("bank", paid), paid))).toEqual([
      "payout_reversal",
      { bank: -970n, processing_fees: -30n, card_clearing: 1_000n },
    ]);
    for (const kind of ["pay_out", "drawer_close"] as const)
      expect(said(drawerMove(kind, -50n))).toEqual([kind, { cash_drawer: -50n, cash_safe: 50n }]);
    expect(said(drawerMove("drawer_difference", -5n))).toEqual(["drawer_difference", { cash_drawer: -5n, cash_over_short: 5n }]);
  });

  test.each([
    ["all of it was taken while no drawer was open", { outside: 100n, safe: 100n }, { cash_outside: -100n }],
    ["some was, the safe has the rest", { outside: 30n, safe: 500n }, { cash_outside: -30n, cash_safe: -70n }],
    ["neither has enough", { outside: 30n, safe: 20n }, { cash_outside: -30n, cash_safe: -20n, owner_cash: -50n }],
    ["both have less than nothing", { outside: -30n, safe: -20n }, { owner_cash: -100n }],
  ])("what a drawer is filled from: %s", (_, loose, from) => {
    const entry = putIn("drawer_open", 100n, loose);
    expect(said(entry)).toEqual(["drawer_open", { cash_drawer: 100n, ...from }]);
    expect([isBalanced(entry!), isBalanced(reversed(entry!))]).toEqual([true, true]);
  });

  test("an entry balances or does not, and moves cash or does not", () => {
    const entry = (...amounts: bigint[]): Entry => ({ kind: "charge", postings: amounts.map((amount) => ({ account: "sales", amount })) });
    expect([isBalanced(entry(5n, -5n)), isBalanced(entry(5n, -4n)), isBalanced(entry(5n, 5n))]).toEqual([true, false, false]);
    expect(
      [capture("cash", { amount: 1n, convenienceFee: 0n }), capture("card", { amount: 1n, convenienceFee: 0n })].map(
        (one) => one && movesCash(one),
      ),
    ).toEqual([true, false]);
  });
});

describe("an order's account", () => {
  const account = (change: Partial<OrderAccount> = {}): OrderAccount => ({ ...emptyAccount, charged: bill, orderVersion: 3, ...change });
  const order = (change = {}) => ({ ...bill, version: 4, cancelled: false, ...change });

  test("what is owed, and what may still be taken while a payment is on its way", () => {
    const one = account({ captured: 2_000n, refunded: 300n, pending: 700n });
    expect([dueOf(one), payableOf(one)]).toEqual([3_900n, 3_200n]);
  });

  test.each([
    [{ captured: 1_000n, capturedTips: 100n }, 100n],
    [{ captured: 1_000n, capturedTips: 100n, refunded: 900n }, 100n],
    [{ captured: 1_000n, capturedTips: 100n, refunded: 950n }, 50n],
    [{ captured: 1_000n, capturedTips: 100n, refunded: 1_000n }, 0n],
  ])("tips go back last of all: %o holds %s", (money, held) => expect(heldTips(account(money))).toBe(held));

  test("an order's own version is taken, the same one again too, an older one not", () => {
    const of = (version: number) => chargeOrder(account(), order({ version, sales: 6_000n })).account;
    expect([of(2).charged.sales, of(3).charged.sales, of(4).charged.sales]).toEqual([5_000n, 6_000n, 6_000n]);
    expect([of(2).orderVersion, of(4).orderVersion]).toEqual([3, 4]);
    expect(chargeOrder(account(), order({ version: 2, sales: 6_000n })).entry).toBeNull();
  });

  test("a cancelled order is charged nothing, whatever was tipped; an open one at least the tips that came in", () => {
    const tipped = account({ captured: 5_800n, capturedTips: 300n });
    const cancelled = chargeOrder(tipped, order({ cancelled: true }));
    expect([cancelled.account.charged, cancelled.account.cancelled, cancelled.entry?.kind]).toEqual([nothing, true, "cancel"]);
    const open = chargeOrder(tipped, order());
    expect([open.account.charged.tips, open.account.cancelled, open.entry?.kind]).toEqual([300n, false, "charge"]);
    expect(chargeOrder(tipped, order({ tips: 400n })).account.charged.tips).toBe(400n);
  });

  test.each([
    ["more than was asked for", account({ captured: 9_000n, capturedTips: 101n }), 101n, 1n],
    ["as much as was asked for", account({ captured: 9_000n, capturedTips: 100n }), 100n, null],
    ["less than was asked for", account({ captured: 9_000n, capturedTips: 50n }), 100n, null],
    ["more, of a cancelled order", account({ captured: 9_000n, capturedTips: 101n, cancelled: true }), 100n, null],
  ])("tips that came in, %s", (_, before, tips, charged) => {
    const { account: after, entry } = chargePaidTips(before);
    expect([after.charged.tips, entry?.postings.find((one) => one.account === "client_receivable")?.amount ?? null]).toEqual([
      tips,
      charged,
    ]);
  });
});
