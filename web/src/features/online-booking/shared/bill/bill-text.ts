import type { BookingBill } from "@leashline/proto/leashline/online_booking/v1/booking_bill_pb.js";
import { toMinor } from "../../../../ui/format/money.ts";
import type { Format } from "../../../../ui/format/useFormat.ts";

/** The total with its tax, and what of it is still due where some was paid ahead. */
export function billText({ total, tax, startingAt, taxesIncluded, paidAhead, due }: BookingBill, money: Format["money"]): string {
  const taxed = toMinor(tax) > 0n ? ` with ${money(tax)} tax` : taxesIncluded ? " incl. tax" : "";
  const left = toMinor(paidAhead) > 0n ? ` · ${money(due)} due` : "";
  return `${startingAt ? "From" : "Total"} ${money(total)}${taxed}${left}`;
}
