import { create } from "@bufbuild/protobuf";
import { PayoutSchema, PayoutStatus } from "@leashline/proto/leashline/payment/v1/payout_service_pb.js";
import { expect, test } from "vitest";
import { putBackText, stateOf } from "./payout-words.ts";

const words = {
  shortDay: () => "Tue, Dec 1",
  money: (value: { units?: bigint } | undefined) => `$${value?.units ?? 0n}`,
} as unknown as Parameters<typeof stateOf>[1];
const payout = (status: PayoutStatus, units = 43n, more: object = {}) =>
  create(PayoutSchema, {
    status,
    amount: { currencyCode: "USD", units },
    arrivalDate: { year: 2026, month: 12, day: 1 },
    ...more,
  });
const { PENDING, IN_TRANSIT, PAID, FAILED, CANCELED } = PayoutStatus;
const again = "$43 was put back into your balance and comes with a later payout.";

test.each([
  [payout(PENDING), "On its way, expected Tue, Dec 1", ""],
  [payout(IN_TRANSIT), "On its way, expected Tue, Dec 1", ""],
  [create(PayoutSchema, { status: IN_TRANSIT }), "On its way", ""],
  [payout(PAID), "In your bank, Tue, Dec 1", ""],
  [payout(FAILED, 43n, { failureMessage: "The bank account has been closed." }), "Failed", `The bank account has been closed. ${again}`],
  [payout(CANCELED), "Canceled", again],
  [payout(IN_TRANSIT, -43n), "To be taken from your bank, expected Tue, Dec 1", ""],
  [payout(PAID, -43n), "Taken from your bank, Tue, Dec 1", ""],
  [payout(FAILED, -43n), "Failed", "Nothing was taken from your bank: it stays open in your balance with the card provider."],
])("%#: where the money of a payout is", (of, state, more) => {
  expect([stateOf(of, words).text, putBackText(of, words)]).toEqual([state, more]);
});
