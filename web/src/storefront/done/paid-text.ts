import { PrepayStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { BookingPaymentType } from "@leashline/proto/leashline/online_booking/v1/payment_group_service_pb.js";
import type { BookingPaymentStatus } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import type { Format } from "../../ui/format/locale.ts";
import { toMinor } from "../../ui/format/money.ts";
import { capitalise } from "../../ui/format/text.ts";

/** The card that came with a request, and where its money is; undefined where there is nothing to say. */
export function paidText(
  paid: BookingPaymentStatus,
  businessName: string,
  { money }: Pick<Format, "money">,
  isCanceled = false,
): string | undefined {
  const card = `${capitalise(paid.cardBrand)} ·· ${paid.cardLast4}`;
  const amount = money(paid.amount);
  const said: Partial<Record<PrepayStatus, string>> = {
    [PrepayStatus.REQUIRE_CAPTURE]: `${amount} is held on ${card}. Nothing is charged until ${businessName} confirms.`,
    [PrepayStatus.PROCESSING_CAPTURE]: `${amount} is being charged to ${card}.`,
    [PrepayStatus.PAID]: isCanceled
      ? [`${money(paid.paidAmount)} was charged to ${card}.`, ...canceledText(paid, businessName, money)].join(" ")
      : `${money(paid.paidAmount)} was charged to ${card} and counts toward your bill.`,
    [PrepayStatus.REFUNDED]: `${money(paid.refundAmount)} went back to ${card}.`,
    [PrepayStatus.CANCELED]: `Nothing was charged: the ${amount} on ${card} was released.`,
    [PrepayStatus.FAILED]: `${card} could not be charged. You pay ${businessName} another way.`,
  };
  return paid.type === BookingPaymentType.PREPAY ? said[paid.prepayStatus] : `${card} was given with your request. Nothing was charged.`;
}

/** What became of money that was charged for an appointment that is canceled. */
function canceledText({ paidAmount, refundAmount, keptAmount }: BookingPaymentStatus, name: string, money: Format["money"]): string[] {
  const [back, kept] = [toMinor(refundAmount), toMinor(keptAmount)];
  const open = toMinor(paidAmount) - back - kept;
  return [
    ...(back > 0n ? [`${money(refundAmount)} of it went back to you.`] : []),
    ...(kept > 0n ? [`${money(keptAmount)} of it stays with ${name} by its deposit policy.`] : []),
    ...(open > 0n ? [`${name} will contact you about a refund.`] : []),
  ];
}
