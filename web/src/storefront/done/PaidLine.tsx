import { PrepayStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { BookingPaymentType } from "@leashline/proto/leashline/online_booking/v1/payment_group_service_pb.js";
import type { BookingPaymentStatus } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import Typography from "@mui/material/Typography";
import { capitalise } from "../../ui/format/text.ts";
import { formatOf } from "../format.ts";
import type { Shop } from "../types.ts";

/** The card that came with the request, and where its money is. */
const PaidLine = ({ paid, shop }: { paid: BookingPaymentStatus; shop: Shop }) => {
  const { money } = formatOf(shop);
  const card = `${capitalise(paid.cardBrand)} ·· ${paid.cardLast4}`;
  const amount = money(paid.amount);
  const said: Partial<Record<PrepayStatus, string>> = {
    [PrepayStatus.REQUIRE_CAPTURE]: `${amount} is held on ${card}. Nothing is charged until ${shop.businessName} confirms.`,
    [PrepayStatus.PROCESSING_CAPTURE]: `${amount} is being charged to ${card}.`,
    [PrepayStatus.PAID]: `${money(paid.paidAmount)} was charged to ${card} and counts toward your bill.`,
    [PrepayStatus.REFUNDED]: `${money(paid.refundAmount)} went back to ${card}.`,
    [PrepayStatus.CANCELED]: `Nothing was charged: the ${amount} on ${card} was released.`,
    [PrepayStatus.FAILED]: `${card} could not be charged. You pay ${shop.businessName} another way.`,
  };
  const text =
    paid.type === BookingPaymentType.PREPAY ? said[paid.prepayStatus] : `${card} was given with your request. Nothing was charged.`;
  return text ? <Typography sx={{ mt: 1 }}>{text}</Typography> : null;
};

export default PaidLine;
