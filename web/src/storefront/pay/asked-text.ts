import { BookingPaymentType } from "@leashline/proto/leashline/online_booking/v1/payment_group_service_pb.js";
import type { BookingPaymentTerms } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { fromMinor, toMinor } from "../../ui/format/money.ts";
import { formatOf } from "../format.ts";
import type { Shop } from "../types.ts";

/** What happens with a card, in the words for whoever gives it. */
export function askedText({ type, amount: asked, convenienceFee, convenienceFeeName }: BookingPaymentTerms, shop: Shop): string {
  const { businessName, autoAccept } = shop;
  const { money } = formatOf(shop);
  if (type === BookingPaymentType.PRE_AUTH)
    return `${businessName} asks for a card with your request. The price of the appointment is held on it a day before; nothing is charged now.`;
  if (type === BookingPaymentType.CARD_ON_FILE) return `${businessName} keeps a card for your booking. Nothing is charged now.`;
  const fee = toMinor(convenienceFee);
  const sum = money(fromMinor(toMinor(asked) + fee, asked?.currencyCode));
  const amount =
    fee > 0n ? `${sum} (${money(asked)} and ${convenienceFeeName || "Fees"} of ${money(convenienceFee)} for paying by card)` : sum;
  const counts = fee > 0n ? `${money(asked)} counts toward your bill.` : "";
  if (fee > 0n && autoAccept) return `${amount} is charged to your card with your booking. ${counts}`;
  return autoAccept
    ? `${amount} is charged to your card with your booking and counts toward your bill.`
    : `${amount} is held on your card with your request, and charged when ${businessName} confirms. It is released if they can't take you, or don't answer within seven days.`;
}
