import { expect, test } from "vitest";
import { fromMinor } from "../../../ui/format/money.ts";
import { cardFeeOn, cardFeeOnOrders, feeBack, inBillOf } from "./card-fee.ts";

const usd = (minor: number) => fromMinor(BigInt(minor), "USD");
const setting = {
  processingFeePaidBy: "client",
  customFeeName: "Card surcharge",
  onlineFee: { percentage: "2.9", fixed: usd(30) },
  readerFee: { percentage: "2.6", fixed: usd(10) },
  amountStep: "1",
} as never as Parameters<typeof cardFeeOn>[0];

test("a card typed or on file bears the online fee, one at a reader the reader's; where the business pays, nothing is added", () => {
  expect(cardFeeOn(setting, 10_000n, false)).toEqual({ minor: 320n, name: "Card surcharge" });
  expect(cardFeeOn(setting, 10_000n, true).minor).toBe(270n);
  expect(cardFeeOn({ ...setting!, processingFeePaidBy: "business" }, 10_000n, false).minor).toBe(0n);
  expect(cardFeeOn(undefined, 10_000n, false).minor).toBe(0n);
});

test("several orders bear it each for itself, the oldest first", () => {
  const order = (id: string, day: number, owed: number) =>
    ({ id, items: [], remain: usd(owed), businessDate: { year: 2026, month: 11, day } }) as never;
  const orders = [order("12", 21, 5_000), order("9", 20, 3_000)];
  // 87 and 30, 145 and 30.
  expect(cardFeeOnOrders(setting, orders, { amount: 8_000n, atReader: false }).minor).toBe(292n);
  expect(cardFeeOnOrders(setting, orders, { amount: 4_000n, atReader: false }).minor).toBe(117n + 59n);
  expect(cardFeeOnOrders(setting, orders, { amount: 3_000n, atReader: false }).minor).toBe(117n);
});

test("a refund takes its part of the fee with it, and the last one all that is left", () => {
  const payment = { amount: usd(10_000), refundable: usd(6_667), convenienceFee: usd(320), convenienceFeeRefunded: usd(106) } as never;
  expect(feeBack(payment, 3_333n, "1")).toBe(107n);
  expect(feeBack(payment, 6_667n, "1")).toBe(214n);
});

test("what a bill asks for in a fee line is taken off once: a card that paid before was credited for its part", () => {
  const items = [{ kind: 4, totalPrice: usd(200), discount: usd(0) }];
  const paid = (method: string) => ({
    method,
    amount: usd(3_000),
    refunded: usd(0),
    convenienceFee: usd(0),
    convenienceFeeName: "Card surcharge",
  });
  const fee = (payments: unknown[]) => cardFeeOn(setting, 5_000n, false, inBillOf({ items, paymentSummary: { payments } } as never)).minor;
  expect([fee([]), fee([paid("cash")]), fee([paid("card")]), fee([paid("card"), paid("card")])]).toEqual([0n, 0n, 85n, 175n]);
});
