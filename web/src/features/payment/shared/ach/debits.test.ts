import { PaymentStatus } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import { expect, test } from "vitest";
import { debitsOf } from "./debits.ts";

const { CREATED, PROCESSING, COMPLETED, FAILED } = PaymentStatus;
const payment = (status: PaymentStatus, units: bigint, more: object = {}) =>
  ({ method: "bank account", vendor: "stripe", status, amount: { currencyCode: "USD", units, nanos: 0 }, ...more }) as never;

test("what is on its way from a bank is summed up; what has come, came back, or is a card is not", () => {
  expect(debitsOf([payment(CREATED, 32n), payment(PROCESSING, 200n), payment(COMPLETED, 5n), payment(FAILED, 7n)])).toMatchObject({
    currencyCode: "USD",
    units: 232n,
  });
  expect(debitsOf([payment(PROCESSING, 9n, { method: "card" }), payment(PROCESSING, 9n, { vendor: "" }), payment(COMPLETED, 5n)])).toBe(
    undefined,
  );
});
