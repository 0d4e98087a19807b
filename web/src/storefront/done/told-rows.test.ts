import { create } from "@bufbuild/protobuf";
import { PrepayStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { BookingBillSchema } from "@leashline/proto/leashline/online_booking/v1/booking_bill_pb.js";
import { BookingPaymentStatusSchema } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { expect, test } from "vitest";
import { fromMinor } from "../../ui/format/money.ts";
import { depositText, toldRows } from "./told-rows.ts";

const usd = (minor: bigint) => fromMinor(minor, "USD");
const format = { money: (amount: { units: bigint } | undefined) => `$${amount?.units ?? 0}` } as never;
const bill = (more: object = {}) =>
  create(BookingBillSchema, { price: usd(5_000n), tax: usd(500n), total: usd(5_500n), paidAhead: usd(0n), due: usd(5_500n), ...more });
const said = (of: ReturnType<typeof bill>, prepayStatus?: PrepayStatus) =>
  toldRows(of, prepayStatus === undefined ? undefined : create(BookingPaymentStatusSchema, { prepayStatus }), "Bay", format).map(
    ({ name, amount }) => `${name} ${amount}`,
  );

test("the done page says the price, its tax, the total and what is due at the shop", () => {
  expect(said(bill())).toEqual(["Price $50", "Tax $5", "Total $55", "Due at Bay $55"]);
  expect(said(bill({ charges: [{ name: "Cleaning", amount: usd(300n) }] }))[1]).toBe("Cleaning $3");
  expect(said(bill({ tax: usd(0n), taxesIncluded: true, startingAt: true }))).toEqual(["Total, incl. tax from $55", "Due at Bay from $55"]);
});

test.each([
  [PrepayStatus.REQUIRE_CAPTURE, "Held on your card now $20"],
  [PrepayStatus.PROCESSING_CAPTURE, "Being charged to your card $20"],
  [PrepayStatus.PAID, "Paid $20"],
])("what is paid ahead stands between the total and what is due, by where its money is: %s", (status, ahead) => {
  expect(said(bill({ paidAhead: usd(2_000n), due: usd(3_500n) }), status).slice(2)).toEqual(["Total $55", ahead, "Due at Bay $35"]);
});

test("of a bill that may have changed since, no more than what was told is said", () => {
  const told = { price: usd(5_000n), tax: usd(500n), total: usd(5_500n) };
  expect(said(create(BookingBillSchema, told))).toEqual(["Price $50", "Tax $5", "Total $55"]);
});

test("a price that may be more says so, but for what is nothing", () => {
  expect(said(bill({ startingAt: true, paidAhead: usd(5_500n), due: usd(0n) })).at(-1)).toBe("Due at Bay $0");
});

test("a deposit is told as it stands: ahead of the shop's yes, after it, and no more once it is paid", () => {
  const owing = bill({ deposit: usd(1_000n) });
  const paid = create(BookingPaymentStatusSchema, { paidAmount: usd(1_000n) });
  expect([
    depositText(bill(), undefined, false, format),
    depositText(owing, undefined, false, format),
    depositText(owing, undefined, true, format),
    depositText(owing, paid, true, format),
  ]).toEqual([
    "",
    "A deposit of $10 is due once your booking is confirmed. We'll send you a link to pay it.",
    "A deposit of $10 is due. We'll send you a link to pay it.",
    "",
  ]);
});
