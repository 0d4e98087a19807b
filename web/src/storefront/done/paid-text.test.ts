import { create } from "@bufbuild/protobuf";
import { PrepayStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { BookingPaymentType } from "@leashline/proto/leashline/online_booking/v1/payment_group_service_pb.js";
import { BookingPaymentStatusSchema } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { expect, test } from "vitest";
import { fromMinor } from "../../ui/format/money.ts";
import { paidText } from "./paid-text.ts";

const usd = (minor: bigint) => fromMinor(minor, "USD");
const format = { money: (amount: { units: bigint } | undefined) => `$${amount?.units ?? 0}` };
const paid = (more: object) =>
  create(BookingPaymentStatusSchema, {
    ...{ type: BookingPaymentType.PREPAY, prepayStatus: PrepayStatus.PAID, cardBrand: "visa", cardLast4: "4242" },
    paidAmount: usd(2_000n),
    ...more,
  });

test.each<[string, object, boolean, string]>([
  ["booked", {}, false, "$20 was charged to Visa ·· 4242 and counts toward your bill."],
  ["canceled, undecided", {}, true, "$20 was charged to Visa ·· 4242. Bay will contact you about a refund."],
  ["canceled, kept", { keptAmount: usd(2_000n) }, true, "$20 was charged to Visa ·· 4242. $20 of it stays with Bay by its deposit policy."],
  [
    "canceled, part of each",
    { refundAmount: usd(500n), keptAmount: usd(1_500n) },
    true,
    "$20 was charged to Visa ·· 4242. $5 of it went back to you. $15 of it stays with Bay by its deposit policy.",
  ],
  ["canceled, all back", { prepayStatus: PrepayStatus.REFUNDED, refundAmount: usd(2_000n) }, true, "$20 went back to Visa ·· 4242."],
])("what was prepaid, %s", (_, more, isCanceled, said) => expect(paidText(paid(more), "Bay", format as never, isCanceled)).toBe(said));
