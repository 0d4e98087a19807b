import { AppointmentStatus, PaymentStatus, PrepayStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { expect, test } from "vitest";
import { fromMinor } from "../../../ui/format/money.ts";
import { cardPayment, isEarly, isMissable, notedStatus, strongOf, visitPayment } from "./status.ts";

const { CONFIRMED, UNCONFIRMED, CHECKED_IN, FINISHED } = AppointmentStatus;
const now = { date: "2026-03-10", minutes: 600 };
const at = (status: AppointmentStatus, day: number, startTime: number) =>
  isMissable({ status, appointmentDate: { year: 2026, month: 3, day } as never, startTime }, now);

test.each([
  [UNCONFIRMED, "Unconfirmed"],
  [CONFIRMED, undefined],
  [CHECKED_IN, "In store"],
  [AppointmentStatus.READY_FOR_PICKUP, "Ready"],
  [FINISHED, "Finished"],
])("a card of status %i says %s", (status, said) => expect(notedStatus(status)?.label).toBe(said));

test.each([
  ["begins this minute", at(CONFIRMED, 10, 600), true],
  ["begins in a minute", at(CONFIRMED, 10, 601), false],
  ["was yesterday, unconfirmed", at(UNCONFIRMED, 9, 900), true],
  ["is tomorrow", at(CONFIRMED, 11, 0), false],
  ["is in store", at(CHECKED_IN, 9, 600), false],
  ["is finished", at(FINISHED, 9, 600), false],
])("an appointment that %s may be a no-show or not", (_, missable, expected) => expect(missable).toBe(expected));

test.each([
  ["checked in today", CHECKED_IN, 10, undefined, false],
  ["checked in a day ahead", CHECKED_IN, 11, undefined, true],
  ["finished a day ahead", FINISHED, 11, undefined, true],
  ["finished a day ahead, though the pet is in store", FINISHED, 11, {}, false],
  ["confirmed a day ahead", CONFIRMED, 11, undefined, false],
  ["checked in the day after", CHECKED_IN, 9, undefined, false],
])("an appointment that is %s asks first, or not", (_, to, day, checkInTime, asks) => {
  const appointment = { appointmentDate: { year: 2026, month: 3, day } as never, checkInTime: checkInTime as never };
  expect(isEarly(appointment, to, now.date)).toBe(asks);
});

test.each([
  ["comes today", CONFIRMED, 10, true, "step"],
  ["was to come yesterday", UNCONFIRMED, 9, true, "step"],
  ["comes today, for whoever may not check in", CONFIRMED, 10, false, "bill"],
  ["is in store", CHECKED_IN, 10, true, "bill"],
  ["is finished", FINISHED, 10, true, "bill"],
  ["comes tomorrow", CONFIRMED, 11, true, undefined],
])("the strong button of a visit that %s", (_, status, day, mayStep, expected) =>
  expect(strongOf({ status, appointmentDate: { year: 2026, month: 3, day } as never }, now.date, mayStep)).toBe(expected),
);

const { UNSPECIFIED, REQUIRE_CAPTURE, REQUIRE_PAYMENT_METHOD, PAID: CAME, REFUNDED } = PrepayStatus;
const { UNPAID, PARTIAL, PAID } = PaymentStatus;

test.each([
  ["nothing is paid", UNPAID, 0n, 0n, UNSPECIFIED, undefined],
  ["part is paid", PARTIAL, 3_000n, 0n, UNSPECIFIED, "Partly paid"],
  ["all is paid", PAID, 8_820n, 0n, UNSPECIFIED, "Paid"],
  ["part went back", PAID, 8_820n, 3_000n, UNSPECIFIED, "Paid"],
  ["all went back, and the bill is one of nothing", PAID, 8_820n, 8_820n, UNSPECIFIED, "Refunded"],
  ["all went back, and is owed again", UNPAID, 8_820n, 8_820n, REFUNDED, "Refunded"],
  ["the deposit is held and not taken yet", UNPAID, 0n, 0n, REQUIRE_CAPTURE, "Prepaid"],
  ["the deposit came, and the rest is to come", PARTIAL, 3_000n, 0n, CAME, "Prepaid"],
  ["a part of the deposit came", PARTIAL, 1_000n, 0n, REQUIRE_PAYMENT_METHOD, "Partly paid"],
  ["the deposit was all there was to pay", PAID, 3_000n, 0n, CAME, "Paid"],
  ["the deposit is asked for", UNPAID, 0n, 0n, REQUIRE_PAYMENT_METHOD, undefined],
])(
  "paid-display: of an appointment of which %s, its card and the visit say the same",
  (_, paymentStatus, paid, refunded, prepay, expected) => {
    const usd = (minor: bigint) => fromMinor(minor, "USD") as never;
    const prePayInfo = prepay === UNSPECIFIED ? undefined : ({ prePayStatus: prepay } as never);
    const card = { paymentStatus, paidAmount: usd(paid - refunded), invoice: { refundedAmount: usd(refunded) } as never, prePayInfo };
    const visit = { paymentStatus, paidAmount: usd(paid), refundedAmount: usd(refunded), prepayStatus: prepay };
    expect([cardPayment(card)?.label, visitPayment(visit)?.label]).toEqual([expected, expected]);
  },
);
