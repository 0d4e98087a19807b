import { create } from "@bufbuild/protobuf";
import { MoneySchema } from "@leashline/proto/google/type/money_pb.js";
import { AgreedPolicySchema, AppointmentStatus, PaymentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { LinkedAppointmentSchema, LinkedBusinessSchema } from "@leashline/proto/leashline/online_booking/v1/appointment_link_pb.js";
import { expect, test } from "vitest";
import { fromMinor } from "../../ui/format/money.ts";
import { feeText, noticeText, paidText } from "./page.ts";

const business = create(LinkedBusinessSchema, { businessName: "Bay Grooming", currencyCode: "USD", countryAlpha2Code: "US" });
const usd = create(MoneySchema, fromMinor(4_000n, "USD"));
type Said = { agreed?: number; fee?: typeof usd; now?: number; late?: boolean };

test.each<[string, Said, string]>([
  ["no fee was agreed", { agreed: 48, now: 48 }, ""],
  ["clients change nothing by themselves", { agreed: 48, fee: usd }, " Canceling later than 2 days before costs $40.00."],
  ["nothing was said of when, either", { fee: usd }, " Canceling costs $40.00."],
  ["it costs from when it begins, and clients change nothing", { agreed: 0, fee: usd }, ""],
  ["there is time", { agreed: 48, now: 48, fee: usd }, " Canceling later costs $40.00."],
  ["it is late", { agreed: 48, now: 48, fee: usd, late: true }, " Canceling now costs $40.00."],
  ["it may be canceled until it begins", { agreed: 0, now: 0, fee: usd }, ""],
])("what canceling costs where %s", (_, { agreed, fee, now, late = false }, said) => {
  const agreedPolicy = create(AgreedPolicySchema, {
    ...(agreed !== undefined && { changeNoticeHours: agreed }),
    ...(fee && { cancellationFee: fee }),
  });
  const appointment = create(LinkedAppointmentSchema, { agreedPolicy, ...(now !== undefined && { changeNoticeHours: now }) });
  expect(feeText(business, appointment, late)).toBe(said);
});

test.each([
  [undefined, "To move or cancel it, call Bay."],
  [0, "You can move or cancel it here until it begins."],
  [24, "You can move or cancel it here until 1 day before."],
  [12, "You can move or cancel it here until 12 hours before."],
  [36, "You can move or cancel it here until 36 hours before."],
])("until %s hours before: %s", (hours, said) => expect(noticeText(hours, "Bay", true)).toBe(said));

const cents = (minor: bigint) => create(MoneySchema, fromMinor(minor, "USD"));
test.each<[string, object, string | undefined]>([
  ["nothing was paid", { estimatedPrice: usd }, undefined],
  [
    "part of the estimate was",
    { paidAmount: cents(1_000n), estimatedPrice: usd },
    "Paid: $10.00, about $30.00 left before tax and discounts",
  ],
  [
    "a bill was told, which says what is left",
    { paidAmount: cents(1_000n), estimatedPrice: usd, toldBill: { total: usd } },
    "Paid: $10.00",
  ],
  ["no estimate is shown", { paidAmount: cents(1_000n) }, "Paid: $10.00"],
  ["the bill is paid", { paidAmount: usd, estimatedPrice: usd, paymentStatus: PaymentStatus.PAID }, "Paid: $40.00"],
  ["a discount made it less", { paidAmount: cents(3_500n), estimatedPrice: usd, paymentStatus: PaymentStatus.PAID }, "Paid: $35.00"],
  ["it is canceled", { paidAmount: usd, status: AppointmentStatus.CANCELLED }, undefined],
])("what the page says of money where %s", (_, more, said) =>
  expect(paidText(business, create(LinkedAppointmentSchema, { status: AppointmentStatus.CONFIRMED, ...more }))).toBe(said),
);
