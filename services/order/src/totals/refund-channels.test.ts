import { expect, test } from "vitest";
import { refundChannels } from "./refund-channels.ts";

test("money goes back through the newest payment first, each up to what it still holds", () => {
  const payments = [
    { paymentId: "1", method: "cash", amount: 3_000n, refunded: 0n },
    { paymentId: "2", method: "card", amount: 2_000n, refunded: 500n },
  ];
  expect(refundChannels(payments, 2_000n)).toEqual([
    { paymentId: "2", method: "card", amount: 1_500n },
    { paymentId: "1", method: "cash", amount: 500n },
  ]);
  expect(refundChannels(payments, 0n)).toEqual([]);
});
