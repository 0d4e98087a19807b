import { PrepayStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import type { BookingRequest, RequestPrepay } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import { BookingPaymentType } from "@leashline/proto/leashline/online_booking/v1/payment_group_service_pb.js";
import Typography from "@mui/material/Typography";
import { capitalise } from "../../../ui/format/text.ts";
import { type Format, useFormat } from "../../../ui/format/useFormat.ts";
import { StatusChip } from "../../../ui/StatusChip.tsx";

export const PrepaidChip = ({ request }: { request: BookingRequest }) => {
  const { money } = useFormat();
  const { isPrepaid, prepay } = request;
  const held = prepay?.prepayStatus === PrepayStatus.REQUIRE_CAPTURE || prepay?.prepayStatus === PrepayStatus.PROCESSING_CAPTURE;
  if (isPrepaid && held) return <StatusChip tone="info">Prepaid {money(prepay?.prepaidAmount)}, held</StatusChip>;
  if (isPrepaid) return <StatusChip tone="ok">Prepaid {money(prepay?.prepaidAmount)}</StatusChip>;
  if (prepay?.prepayStatus === PrepayStatus.FAILED) return <StatusChip tone="warn">Prepayment failed</StatusChip>;
  return null;
};

/** Where the money of a request is, and until when. */
function saidOf(prepay: RequestPrepay, { money, longDay }: Pick<Format, "money" | "longDay">, until: string): string {
  const card = `${capitalise(prepay.cardBrand)} ·· ${prepay.cardLast4}`;
  const [amount, paid] = [money(prepay.prepaidAmount), money(prepay.paidAmount)];
  if (prepay.paymentType === BookingPaymentType.PRE_AUTH)
    return `${card} came with it. The price is held on the card a day before the appointment.`;
  if (prepay.paymentType === BookingPaymentType.CARD_ON_FILE)
    return `${card} came with it, and is saved on the client’s file once you accept.`;
  switch (prepay.prepayStatus) {
    case PrepayStatus.REQUIRE_CAPTURE:
      return `${amount} is held on ${card}. Accepting charges it, declining releases it${until && `; on ${longDay(until)} it is released automatically`}.`;
    case PrepayStatus.PROCESSING_CAPTURE:
      return `${amount} is being charged to ${card}.`;
    case PrepayStatus.PAID:
      return `${paid} was charged to ${card}.`;
    case PrepayStatus.REFUNDED:
      return `${money(prepay.refundAmount)} went back to ${card}.`;
    case PrepayStatus.FAILED:
      return `The hold of ${amount} on ${card} has expired. Nothing was charged, so take the payment another way.`;
    default:
      return `The ${amount} on ${card} was released. Nothing was charged.`;
  }
}

export const PrepaidText = ({ prepay }: { prepay: RequestPrepay | undefined }) => {
  const format = useFormat();
  if (!prepay) return null;
  const until = prepay.heldUntil ? new Date(Number(prepay.heldUntil.seconds) * 1000).toISOString().slice(0, 10) : "";
  return <Typography color="textSecondary">{saidOf(prepay, format, until)}</Typography>;
};
