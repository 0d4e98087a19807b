import { create } from "@bufbuild/protobuf";
import { MoneySchema } from "@leashline/proto/google/type/money_pb.js";
import { AppointmentStatus, PaymentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { expect, test } from "vitest";
import { fromMinor } from "../../../ui/format/money.ts";
import { paymentState } from "./appointment-text.ts";
import { moneySaid, policySaid } from "./canceled-words.ts";

const usd = (minor: bigint) => create(MoneySchema, fromMinor(minor, "USD"));
const visit = (paid: bigint, refunded = 0n, kept = 0n, status = AppointmentStatus.CANCELLED) => ({
  status,
  paymentStatus: PaymentStatus.PAID,
  paidAmount: usd(paid),
  refundedAmount: usd(refunded),
  keptAmount: usd(kept),
});
const money = (minor: bigint) => `$${minor / 100n}`;

test("a deposit that the policy decides on is held, and only what was paid besides is due", () => {
  expect(moneySaid(visit(4_000n), 4_000n, money)).toBe(". $40 deposit held");
  expect(moneySaid(visit(9_000n), 4_000n, money)).toBe(". $40 deposit held, $50 paid: refund due");
  expect(moneySaid(visit(4_000n), 0n, money)).toBe(". $40 paid: refund due");
  expect(moneySaid(visit(4_000n, 1_000n, 3_000n), 0n, money)).toBe(". $10 refunded, $30 of the deposit kept");
  expect([paymentState(visit(4_000n), 4_000n)?.label, paymentState(visit(9_000n), 4_000n)?.label]).toEqual(["Deposit held", "Refund due"]);
  expect([paymentState(visit(4_000n))?.label, paymentState(visit(4_000n, 4_000n))]).toEqual(["Refund due", undefined]);
});

test("what the deposit policy does is one sentence, also when it keeps all", () => {
  expect(policySaid(4_000n, 0n, money)).toContain("keeps $40, ten minutes after");
  expect(policySaid(4_000n, 1_000n, money)).toContain("sends $10 back and keeps $30, ten minutes after");
  expect(policySaid(4_000n, 4_000n, money)).toContain("sends $40 back, ten minutes after");
});

test("an appointment of which all money went back is refunded, not paid", () => {
  const { FINISHED } = AppointmentStatus;
  expect(paymentState(visit(4_000n, 4_000n, 0n, FINISHED))?.label).toBe("Refunded");
  expect(paymentState(visit(4_000n, 1_000n, 0n, FINISHED))?.label).toBe("Paid");
  expect(paymentState(visit(0n, 0n, 0n, FINISHED))?.label).toBe("Paid");
});
