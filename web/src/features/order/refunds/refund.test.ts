import { create } from "@bufbuild/protobuf";
import { MoneySchema } from "@leashline/proto/google/type/money_pb.js";
import { OrderSchema, OrderStatus } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { RefundStatus, RefundWay } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import { expect, test } from "vitest";
import { fromMinor } from "../../../ui/format/money.ts";
import { mostOf, owedAfter, partsOf, surplusWords, waitingWords, waysBack, withFees } from "./refund.ts";

const { OPEN, CANCELLED } = OrderStatus;

test.each([
  ["an open bill", OPEN, "7", true, "The client paid this much more than they owed. The bill stays $88.20."],
  ["a deposit of a canceled appointment", CANCELLED, "7", true, "The appointment was canceled, and the deposit goes back to the client."],
  ["a payment of a canceled appointment", CANCELLED, "7", false, "The appointment was canceled, and this payment goes back to the client."],
  ["a payment of a canceled sale", CANCELLED, "0", false, "The bill was canceled, and this payment goes back to the client."],
])("a refund of %s says why it takes nothing off the bill", (_, status, appointmentId, isDeposit, words) =>
  expect(surplusWords({ status, appointmentId }, { isDeposit }, "$88.20")).toBe(words),
);

const usd = (minor: bigint) => create(MoneySchema, fromMinor(minor, "USD"));
test.each([
  ["once where it is added to the price", 0n, 12_900n],
  ["not again where the price holds it", 1_900n, 11_000n],
])("what can go back for a line counts its tax %s", (_, includedTax, most) => {
  const line = { orderLineItemId: "5", totalPrice: usd(11_900n), discount: usd(900n), tax: usd(1_900n) };
  const order = create(OrderSchema, { items: [line], includedTax: usd(includedTax) });
  expect(mostOf(order, "5", { refundable: usd(50_000n) })).toBe(most);
  expect(mostOf(order, "5", { refundable: usd(300n) })).toBe(300n);
  expect(mostOf(order, "0", { refundable: usd(50_000n) })).toBe(50_000n);
});

test.each([
  ["is paid", 0n, "The client owes nothing more.", "This payment is returned, and 2000 is still owed."],
  ["is paid in part", 10_884n, "10884 is still owed.", "This payment is returned, and 12884 is still owed."],
])("what is owed after a refund of a bill that %s", (_, remain, lowers, keeps) =>
  expect(owedAfter(create(OrderSchema, { remain: usd(remain) }), 2_000n, String)).toEqual({ lowers, keeps }),
);

test("while the provider has not told of a refund nobody is told that the money goes back, and the invoice waits for it", () => {
  const { PROCESSING, CREATED, FAILED } = RefundStatus;
  const waiting = (statuses: RefundStatus[], completing: boolean) =>
    waitingWords(
      statuses.map((status) => ({ status })),
      completing,
    );
  expect(waiting([CREATED, FAILED], true)).toBeUndefined();
  expect(waiting([], true)).toBeUndefined();
  expect(waiting([CREATED, PROCESSING], false)).toBe("The card provider is still working on the refund.");
  expect(waiting([PROCESSING], true)).toBe("The card provider is still working on the refund. Complete the invoice once it is there.");
});

const { ORIGINAL, STORE_CREDIT, CASH } = RefundWay;
test.each<[string, Parameters<typeof partsOf>[1], [RefundWay, bigint][] | undefined]>([
  ["one way", { way: STORE_CREDIT, credit: "0.05", cash: "0.05" }, [[STORE_CREDIT, 1_001n]]],
  [
    "in parts, the rest the way it came",
    { way: "parts", credit: "5.01", cash: "1" },
    [
      [ORIGINAL, 400n],
      [STORE_CREDIT, 501n],
      [CASH, 100n],
    ],
  ],
  ["in parts that leave no rest", { way: "parts", credit: "10.01", cash: "" }, [[STORE_CREDIT, 1_001n]]],
  ["not in parts that are more than the whole", { way: "parts", credit: "10", cash: "0.02" }, undefined],
])("what goes back goes %s", (_, back, expected) =>
  expect(partsOf(1_001n, back, "USD")?.map(({ way, minor }) => [way, minor])).toEqual(expected),
);

test.each([
  ["a card", "20", "card", [ORIGINAL, STORE_CREDIT, CASH]],
  ["cash", "20", "cash", [ORIGINAL, STORE_CREDIT]],
  ["store credit", "20", "store credit", [ORIGINAL, CASH]],
  ["a card for nobody's bill", "0", "card", [ORIGINAL, CASH]],
])("what was paid by %s goes back by what it came, or by what it did not", (_, customerId, method, ways) =>
  expect(waysBack({ customerId }, { method })).toEqual(ways),
);

test("each part goes back with its share of the fee, together the whole of it", () => {
  const parts = [
    { way: ORIGINAL, minor: 5_000n },
    { way: CASH, minor: 2_500n },
    { way: STORE_CREDIT, minor: 2_500n },
  ];
  const given = withFees(parts, (back) => (back * 301n) / 10_000n);
  expect(given.map(({ minor }) => minor)).toEqual([5_150n, 2_575n, 2_576n]);
});
