import { create } from "@bufbuild/protobuf";
import { OrderSchema } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { PaymentSchema, PaymentStatus } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import { expect, test } from "vitest";
import { fromMinor } from "../../../../ui/format/money.ts";
import { settled } from "./settled.ts";

const usd = (minor: number) => fromMinor(BigInt(minor), "USD");
const written = (minor: bigint) => `$${(Number(minor) / 100).toFixed(2)}`;
const orders = [10_000, 8_000, 5_000, 20_000, 14_384].map((remain, at) =>
  create(OrderSchema, { id: `${at + 1}`, number: `${474 + at}`, remain: usd(remain) }),
);
const of = (order: number, amount: number, status = PaymentStatus.COMPLETED) =>
  create(PaymentSchema, { orderId: `${order}`, amount: usd(amount), status });
const three = [of(1, 10_000), of(2, 8_000), of(3, 5_000)];

test.each([
  ["a part of the sum", [...three, of(4, 7_000)], "3 orders paid, INV-477 paid in part. $273.84 is still owed.", false, "1234"],
  ["all of it", [...three, of(4, 20_000), of(5, 14_384)], "5 orders paid.", true, "12345"],
  ["less than one order", [of(1, 4_000)], "INV-474 paid in part. $533.84 is still owed.", false, "1"],
  ["a refusal after the first", [of(1, 10_000), of(2, 8_000, PaymentStatus.FAILED)], "1 order paid. $473.84 is still owed.", false, "1"],
  [
    "a provider that has not answered for the last",
    [...three, of(4, 20_000, PaymentStatus.PROCESSING), of(5, 14_384, PaymentStatus.PROCESSING)],
    "3 orders paid. The card provider is still working on INV-477 and INV-478.",
    false,
    "123",
  ],
])("orders paid at once by %s are told apart", (_, payments, text, all, touched) =>
  expect(settled(orders, payments, written)).toEqual({ text, all, touched: [...touched] }),
);
