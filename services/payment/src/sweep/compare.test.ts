import { expect, test } from "vitest";
import { compareLedger, compareOrders, compareProvider, type LedgerSide } from "./compare.ts";

const agreed: LedgerSide = {
  orderId: "1",
  charged: 5_000n,
  captured: 3_000n,
  refunded: 500n,
  sumOfPayments: 3_000n,
  sumOfRefunds: 500n,
  receivable: 2_500n,
};
const order = { orderId: "1", total: 5_000n, paid: 3_000n, refunded: 500n, cancelled: false };
const card = { paymentId: "9", orderId: "1", state: "completed", amount: 3_000n };
const taken = { paymentId: "9", taken: true, amount: 3_000n };
const kinds = (found: { kind: string }[]): string[] => found.map((d) => d.kind);

test.each([
  ["nothing", {}, []],
  ["a receivable that is not what is due", { receivable: 1n }, ["order_balance"]],
  ["a payment that is not in the account", { sumOfPayments: 4_000n }, ["order_balance"]],
  ["a refund that is not in the account", { sumOfRefunds: 0n }, ["order_balance"]],
])("the ledger against itself finds %s", (_, change, expected) => {
  expect(kinds(compareLedger([{ ...agreed, ...change }]))).toEqual(expected);
});

test.each([
  ["nothing", [order], []],
  ["another total", [{ ...order, total: 5_001n }], ["order_total"]],
  ["a payment the order does not know", [{ ...order, paid: 0n }], ["order_balance"]],
  ["a refund the order does not know", [{ ...order, refunded: 0n }], ["order_balance"]],
  ["an order that is gone", [], ["order_missing"]],
  ["an order the ledger never heard of", [order, { ...order, orderId: "2" }], ["order_missing"]],
])("the ledger against the orders finds %s", (_, orders, expected) => {
  expect(kinds(compareOrders([agreed], orders))).toEqual(expected);
});

test("a cancelled order is charged nothing", () => {
  const cancelled = { ...order, cancelled: true };
  expect(compareOrders([{ ...agreed, charged: 0n }], [cancelled])).toEqual([]);
  expect(kinds(compareOrders([agreed], [cancelled]))).toEqual(["order_total"]);
});

test.each([
  ["nothing", [card], [taken], []],
  ["nothing for one that failed on both sides", [{ ...card, state: "failed" }], [{ ...taken, taken: false }], []],
  ["a charge the provider does not have", [card], [], ["provider_missing"]],
  ["another amount", [card], [{ ...taken, amount: 1n }], ["provider_amount"]],
  ["a charge that failed here and was taken there", [{ ...card, state: "failed" }], [taken], ["provider_amount"]],
  ["a charge that nobody here knows", [], [taken], ["provider_unknown"]],
])("the ledger against the provider finds %s", (_, here, there, expected) => {
  expect(kinds(compareProvider(here, there))).toEqual(expected);
});
