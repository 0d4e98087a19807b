import { fromBinary } from "@bufbuild/protobuf";
import { PaymentRecordedSchema } from "@leashline/proto/leashline/payment/v1/events_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cents, type Harness, startHarness, usd } from "../../test/harness.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(async () => harness?.stop());

test("whoever hears of a payment hears whether it is a deposit, and what the bill asks for still", async () => {
  const { orderId } = await harness.book(10_000);
  await harness.payments().createPayment({ orderId, amount: usd(5_000), method: "cash", isDeposit: true });
  await harness.payments().createPayment({ orderId, amount: usd(2_000), method: "cash" });
  await harness.payments().createPayment({ orderId, amount: usd(3_000), method: "cash" });
  const { rows } = await harness.servers.admin.query("select payload from payment.outbox where type = $1 order by id", [
    PaymentRecordedSchema.typeName,
  ]);
  const told = rows.map(({ payload }) => fromBinary(PaymentRecordedSchema, payload)).filter((one) => one.orderId === orderId);
  expect(told.map(({ isDeposit, due }) => [isDeposit, due && cents(due)])).toEqual([
    [true, 5_000],
    [false, 3_000],
    [false, 0],
  ]);
});
