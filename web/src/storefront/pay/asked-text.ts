import { BookingPaymentType } from "@leashline/proto/leashline/online_booking/v1/payment_group_service_pb.js";
import type { BookingPaymentTerms } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import type { Shop } from "../types.ts";

/** What happens with a card, in the words for whoever gives it. */
export function askedText({ type }: BookingPaymentTerms, { businessName, autoAccept }: Shop, amount: string): string {
  if (type === BookingPaymentType.PRE_AUTH)
    return `${businessName} asks for a card with your request. The price of the appointment is held on it a day before; nothing is charged now.`;
  if (type === BookingPaymentType.CARD_ON_FILE) return `${businessName} keeps a card for your booking. Nothing is charged now.`;
  return autoAccept
    ? `${amount} is charged to your card with your booking and counts toward your bill.`
    : `${amount} is held on your card with your request, and charged when ${businessName} confirms. It is released if they can't take you, or don't answer within seven days.`;
}
