import { create } from "@bufbuild/protobuf";
import { BookingBillSchema } from "@leashline/proto/leashline/online_booking/v1/booking_bill_pb.js";
import { expect, test } from "vitest";
import { fromMinor } from "../../../../ui/format/money.ts";
import { billText } from "./bill-text.ts";

const usd = (minor: bigint) => fromMinor(minor, "USD");
const money = (amount: { units: bigint } | undefined) => `$${amount?.units ?? 0}`;

test.each<[string, object]>([
  ["Total $55 with $5 tax", { tax: usd(500n) }],
  ["Total $55 incl. tax", { taxesIncluded: true }],
  ["From $55", { startingAt: true }],
  ["Total $55 with $5 tax · $35 due", { tax: usd(500n), paidAhead: usd(2_000n), due: usd(3_500n) }],
])("staff read a request's price with its tax: %s", (said, more) => {
  expect(billText(create(BookingBillSchema, { total: usd(5_500n), ...more }), money as never)).toBe(said);
});
