import { AppointmentStatus, PaymentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { expect, test } from "vitest";
import { fromMinor } from "../../../ui/format/money.ts";
import { cardPayment, isMissable, visitPayment } from "./status.ts";

const { CONFIRMED, UNCONFIRMED, CHECKED_IN, FINISHED } = AppointmentStatus;
const now = { date: "2026-03-10", minutes: 600 };
const at = (status: AppointmentStatus, day: number, startTime: number) =>
  isMissable({ status, appointmentDate: { year: 2026, month: 3, day } as never, startTime }, now);

test.each([
  ["begins this minute", at(CONFIRMED, 10, 600), true],
  ["begins in a minute", at(CONFIRMED, 10, 601), false],
  ["was yesterday, unconfirmed", at(UNCONFIRMED, 9, 900), true],
  ["is tomorrow", at(CONFIRMED, 11, 0), false],
  ["is in store", at(CHECKED_IN, 9, 600), false],
  ["is finished", at(FINISHED, 9, 600), false],
])("an appointment that %s may be a no-show or not", (_, missable, expected) => expect(missable).toBe(expected));

test.each([
  ["nothing is paid", PaymentStatus.UNPAID, 0n, 0n, undefined],
  ["part is paid", PaymentStatus.PARTIAL, 3_000n, 0n, "Partial"],
  ["all is paid", PaymentStatus.PAID, 8_820n, 0n, "Paid"],
  ["part went back", PaymentStatus.PAID, 8_820n, 3_000n, "Paid"],
  ["all went back, and the bill is one of nothing", PaymentStatus.PAID, 8_820n, 8_820n, "Refunded"],
  ["all went back, and is owed again", PaymentStatus.UNPAID, 8_820n, 8_820n, "Refunded"],
])("of an appointment of which %s, its card and the visit say the same", (_, paymentStatus, paid, refunded, expected) => {
  const usd = (minor: bigint) => fromMinor(minor, "USD") as never;
  const card = { paymentStatus, paidAmount: usd(paid - refunded), invoice: { refundedAmount: usd(refunded) } as never };
  const visit = { paymentStatus, paidAmount: usd(paid), refundedAmount: usd(refunded) };
  expect([cardPayment(card)?.label, visitPayment(visit)?.label]).toEqual([expected, expected]);
});
