import { expect, test } from "vitest";
import { compareLedger, compareOrders, compareProvider, type LedgerSide } from "./compare.ts";

const agreed: LedgerSide = {
  orderId: "1",
  charged: 5_000n,
  captured: 3_000n,
  kept: 0n,
  refunded: 500n,
  sumOfPayments: 3_000n,
  sumOfRefunds: 500n,
  receivable: 2_500n,
  fee: 300n,
  feeInLedger: 300n,
};
const order = { orderId: "1", total: 5_000n, paid: 3_000n, refunded: 500n, fee: 300n, cancelled: false };
const kinds = (found: { kind: string }[]): string[] => found.map((d) => d.kind);

test.each([
  ["nothing", {}, []],
  ["a receivable that is not what is due", { receivable: 1n }, ["order_balance"]],
  ["a payment that is not in the account", { sumOfPayments: 4_000n }, ["order_balance"]],
  ["a refund that is not in the account", { sumOfRefunds: 0n }, ["order_balance"]],
  ["a fee that is not in the ledger", { feeInLedger: 0n }, ["order_fee"]],
])("the ledger against itself finds %s", (_, change, expected) => {
  expect(kinds(compareLedger([{ ...agreed, ...change }]))).toEqual(expected);
});

test.each([
  ["nothing", [order], []],
  ["another total", [{ ...order, total: 5_001n }], ["order_total"]],
  ["a payment the order does not know", [{ ...order, paid: 0n }], ["order_balance"]],
  ["a refund the order does not know", [{ ...order, refunded: 0n }], ["order_balance"]],
  ["a fee the order does not know", [{ ...order, fee: 0n }], ["order_fee"]],
  ["an order that is gone", [], ["order_missing"]],
  ["an order the ledger does not know", [order, { ...order, orderId: "2" }], ["order_missing"]],
])("the ledger against the orders finds %s", (_, orders, expected) => {
  expect(kinds(compareOrders([agreed], orders))).toEqual(expected);
});

test("a cancelled order is charged nothing", () => {
  const cancelled = { ...order, cancelled: true };
  expect(compareOrders([{ ...agreed, charged: 0n }], [cancelled])).toEqual([]);
  expect(kinds(compareOrders([agreed], [cancelled]))).toEqual(["order_total"]);
});

const side = (key: string, amount: bigint) => ({ key, orderId: "1", paymentId: "9", providerId: `x_${key}`, amount });

test.each([
  ["nothing", [side("9", 3_000n)], [side("9", 3_000n)], []],
  ["nothing for one that came to nothing on both sides", [side("9", 0n)], [side("9", 0n)], []],
  ["nothing for one that came to nothing here and is not known there", [side("9", 0n)], [], []],
  ["one the provider does not have", [side("9", 3_000n)], [], ["refund_missing"]],
  ["one that came to nothing there", [side("9", 3_000n)], [side("9", 0n)], ["refund_missing"]],
  ["another amount", [side("9", 3_000n)], [side("9", 1n)], ["refund_amount"]],
  ["one that came to nothing here and not there", [side("9", 0n)], [side("9", 3_000n)], ["refund_amount"]],
  ["one that nobody here knows", [], [side("re_1", 3_000n)], ["refund_unknown"]],
  ["one that nobody here knows, beside its double", [side("9", 5n)], [side("9", 5n), side("re_2", 5n)], ["refund_unknown"]],
])("the books against the provider find %s", (_, here, there, expected) => {
  expect(kinds(compareProvider("refund", here, there))).toEqual(expected);
});

test("an order that the ledger does not know is missing where it comes to something or something was paid", () => {
  const unknown = (change: object) => compareOrders([], [{ ...order, ...change }]);
  expect(unknown({ total: 0n, paid: 0n })).toEqual([]);
  for (const change of [{}, { total: 0n }, { paid: 0n }])
    expect(unknown(change)).toMatchObject([{ kind: "order_missing", orderId: "1", ledger: "0", paymentId: "0", providerId: "" }]);
});

test("a difference with the provider names its payment, and the provider's id where it has one", () => {
  const side = { key: "k", orderId: "1", paymentId: "7", providerId: "ours", amount: 500n };
  const of = (books: object | null, there: object | null) =>
    compareProvider("refund", books ? [{ ...side, ...books }] : [], there ? [{ ...side, ...there }] : []).map((one) => [
      one.kind,
      one.orderId,
      one.paymentId,
      one.providerId,
      one.ledger,
      one.other,
    ]);
  expect(of({}, { providerId: "theirs", amount: 400n })).toEqual([["refund_amount", "1", "7", "theirs", "500", "400"]]);
  expect(of({}, { providerId: "", amount: 400n })).toEqual([["refund_amount", "1", "7", "ours", "500", "400"]]);
  expect(of({}, null)).toEqual([["refund_missing", "1", "7", "ours", "500", "0"]]);
  expect(of(null, { providerId: "theirs" })).toEqual([["refund_unknown", "1", "7", "theirs", "0", "500"]]);
  expect([of(null, { amount: 0n }), of({ amount: 0n }, null), of({}, {})]).toEqual([[], [], []]);
});
