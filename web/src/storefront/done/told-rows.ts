import { PrepayStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import type { BookingBill } from "@leashline/proto/leashline/online_booking/v1/booking_bill_pb.js";
import type { BookingPaymentStatus } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import type { Format } from "../../ui/format/locale.ts";
import { type MoneyLike, toMinor } from "../../ui/format/money.ts";

export type Row = { name: string; amount: string; strong?: boolean };

const AHEAD: Partial<Record<PrepayStatus, string>> = {
  [PrepayStatus.REQUIRE_CAPTURE]: "Held on your card now",
  [PrepayStatus.PROCESSING_CAPTURE]: "Being charged to your card",
};

/** The bill as it was told before the request was sent, then what of it a card holds or paid, and what is due at the shop where that is known. */
export function toldRows(
  bill: BookingBill,
  payment: BookingPaymentStatus | undefined,
  businessName: string,
  { money }: Pick<Format, "money">,
): Row[] {
  const said = (amount: MoneyLike | undefined) => (bill.startingAt && toMinor(amount) > 0n ? `from ${money(amount)}` : money(amount));
  const { price, charges, tax, total, paidAhead, due } = bill;
  const added = [
    ...charges.map(({ name, amount }) => ({ name, amount: money(amount) })),
    ...(toMinor(tax) > 0n ? [{ name: "Tax", amount: said(tax) }] : []),
  ];
  const ahead =
    toMinor(paidAhead) > 0n ? [{ name: AHEAD[payment?.prepayStatus ?? PrepayStatus.PAID] ?? "Paid", amount: money(paidAhead) }] : [];
  return [
    ...(added.length > 0 ? [{ name: "Price", amount: said(price) }, ...added] : []),
    { name: bill.taxesIncluded ? "Total, incl. tax" : "Total", amount: said(total), strong: true },
    ...ahead,
    ...(due ? [{ name: `Due at ${businessName}`, amount: said(due), ...(ahead.length > 0 && { strong: true }) }] : []),
  ];
}

/** What is asked for as a deposit, and when; nothing once something was paid. */
export const depositText = (
  { deposit }: BookingBill,
  payment: BookingPaymentStatus | undefined,
  accepted: boolean,
  { money }: Pick<Format, "money">,
): string => {
  if (!deposit || toMinor(payment?.paidAmount) > 0n) return "";
  return `A deposit of ${money(deposit)} is due${accepted ? "" : " once your booking is confirmed"}. We'll send you a link to pay it.`;
};
