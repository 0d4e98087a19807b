import { create } from "@bufbuild/protobuf";
import { PaymentSchema, PaymentStatus } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import { expect, test } from "vitest";
import { fromMinor } from "../../../../ui/format/money.ts";
import { paidAll, tookNothing } from "./paid-all.ts";

const usd = (minor: number) => fromMinor(BigInt(minor), "USD");
const written = (minor: bigint) => `$${Number(minor) / 100}`;
const paid = (amount: number, fee: number, status = PaymentStatus.COMPLETED) =>
  create(PaymentSchema, {
    status,
    amount: usd(amount),
    convenienceFee: usd(fee),
    failureMessage: status === PaymentStatus.FAILED ? "Your card was declined." : "",
  });

test("money for several orders is said with the card fee that was really charged", () =>
  expect(paidAll([paid(6_000, 204), paid(4_000, 146)], 10_000n, written)).toEqual({ tone: "success", text: "$103.5 taken for 2 orders" }));

test("when fewer orders were paid than asked, what was taken is said, and that it is not all", () => {
  expect(paidAll([paid(6_000, 204)], 10_000n, written)).toEqual({
    tone: "error",
    text: "Not all was taken: $62.04 taken for 1 order. Please look at what is still due.",
  });
  expect(paidAll([paid(6_000, 204), paid(4_000, 146, PaymentStatus.FAILED)], 10_000n, written).text).toBe(
    "Not all was taken: $62.04 taken for 1 order. Your card was declined.",
  );
});

test("when one card was to pay them all and paid nothing, why, and that nothing was taken, is said", () => {
  const both = [paid(6_000, 204, PaymentStatus.FAILED), paid(4_000, 146, PaymentStatus.FAILED)];
  expect(paidAll(both, 10_000n, written)).toEqual({ tone: "error", text: "Your card was declined. Nothing was taken." });
  const silent = both.map((payment) => ({ ...payment, failureMessage: "" }));
  expect(paidAll(silent, 10_000n, written).text).toBe("The card was declined. Nothing was taken.");
  const unstopped = both.map((payment) => ({ ...payment, failureMessage: "Your card has insufficient funds" }));
  expect(paidAll(unstopped, 10_000n, written).text).toBe("Your card has insufficient funds. Nothing was taken.");
});

test.each([
  ["every payment failed", [PaymentStatus.FAILED, PaymentStatus.FAILED], true],
  ["one of them came in", [PaymentStatus.COMPLETED, PaymentStatus.FAILED], false],
  ["one of them is under way", [PaymentStatus.FAILED, PaymentStatus.PROCESSING], false],
  ["one came in and the others were never made", [PaymentStatus.COMPLETED], false],
])("the same amount is asked again only where nothing was taken: %s", (_, statuses, nothing) =>
  expect(tookNothing(statuses.map((status) => ({ status })))).toBe(nothing),
);

test("a part that was asked for is all of it, and what the provider has not answered yet is not called taken", () => {
  expect(paidAll([paid(3_000, 117)], 3_000n, written).tone).toBe("success");
  expect(paidAll([paid(6_000, 204), paid(4_000, 146, PaymentStatus.PROCESSING)], 10_000n, written)).toEqual({
    tone: "info",
    text: "$62.04 taken for 1 order. The card provider is still working on the rest.",
  });
});
