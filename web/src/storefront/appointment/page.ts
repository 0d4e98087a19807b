import type { Timestamp } from "@bufbuild/protobuf/wkt";
import { AppointmentStatus, PaymentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import type { LinkedAppointment, LinkedBusiness } from "@leashline/proto/leashline/online_booking/v1/appointment_link_pb.js";
import { type Format, formatAs } from "../../ui/format/locale.ts";
import { currencySymbol, fromMinor, toMinor } from "../../ui/format/money.ts";
import { asNumberFormat } from "../../ui/format/number.ts";
import { windowText } from "../../ui/policy/agreed-policy.ts";

export type Business = LinkedBusiness;

/** Days, times and phones as the business whose client this is writes them. */
export const formatFor = (business: Business): Format =>
  formatAs({
    currencyCode: business.currencyCode,
    currencySymbol: currencySymbol(business.currencyCode),
    country: business.countryAlpha2Code,
    zone: business.timezoneName,
    dateFormat: business.dateFormat,
    numberFormat: asNumberFormat(business.numberFormat),
    clock: business.hoursOnClock === 24 ? 24 : 12,
    weightUnit: "lb",
  });

type Money = Pick<LinkedAppointment, "paidAmount" | "depositOutcome" | "status">;

/** How long ago, within a sentence. */
export const ago = (business: Business, at: Timestamp): string => formatFor(business).agoWithin(at);

/** What becomes, or became, of the money when the appointment is canceled; undefined where nothing was paid. */
export const refundText = (business: Business, { paidAmount, depositOutcome, status }: Money): string | undefined => {
  const { money } = formatFor(business);
  const name = business.businessName;
  if (!depositOutcome)
    return toMinor(paidAmount) > 0n ? `You paid ${money(paidAmount)}. ${name} will contact you about a refund.` : undefined;
  const { returned, kept } = depositOutcome;
  const canceled = status === AppointmentStatus.CANCELLED;
  const stays = canceled
    ? `${money(kept)} of your deposit stays with ${name}.`
    : `${money(kept)} of your deposit will stay with ${name} by its deposit policy.`;
  if (toMinor(returned) === 0n) return stays;
  const back = `${money(returned)} of your deposit ${canceled ? "goes" : "will go"} back to you.`;
  return toMinor(kept) === 0n ? back : `${back} ${stays}`;
};

type Bill = Pick<LinkedAppointment, "paidAmount" | "estimatedPrice" | "paymentStatus" | "status" | "toldBill">;

/**
 * What is paid and about what is left, while it is not canceled; undefined where nothing was paid. The estimate leaves out tax, so what is left is about right. Beside a
 * bill that was told only what is paid is said: what is left stands in that bill, as long as it is known.
 */
export const paidText = (business: Business, { paidAmount, estimatedPrice, paymentStatus, status, toldBill }: Bill): string | undefined => {
  const paid = toMinor(paidAmount);
  if (paid <= 0n || status === AppointmentStatus.CANCELLED) return undefined;
  const { money } = formatFor(business);
  const left = estimatedPrice && !toldBill ? toMinor(estimatedPrice) - paid : 0n;
  if (paymentStatus === PaymentStatus.PAID || left <= 0n) return `Paid: ${money(paidAmount)}`;
  return `Paid: ${money(paidAmount)}, about ${money(fromMinor(left, business.currencyCode))} left before tax and discounts`;
};

/** What the page says until when something may be changed, in words; undefined where that is shown by what is offered. */
export const noticeText = (hours: number | undefined, name: string, mayMove: boolean, mayAsk = false): string => {
  if (hours === undefined) return `To move or cancel it, call ${name}.`;
  const acts = mayMove ? "move or cancel" : "cancel";
  const elsewhere = mayMove ? "" : mayAsk ? ` To move it, ask ${name} here, or call.` : ` To move it, call ${name}.`;
  if (hours === 0) return `You can ${acts} it here until it begins.${elsewhere}`;
  return `You can ${acts} it here until ${windowText(hours)} before.${elsewhere}`;
};

type Told = Pick<LinkedAppointment, "agreedPolicy" | "changeNoticeHours">;

/** What canceling costs by what was agreed when it was booked: now that it is late, or later on; empty where it costs nothing. */
export const feeText = (business: Business, { agreedPolicy, changeNoticeHours }: Told, late: boolean): string => {
  if (!agreedPolicy?.cancellationFee) return "";
  const fee = formatFor(business).money(agreedPolicy.cancellationFee);
  // Where clients change nothing by themselves, only the fee is said: until when they might is not.
  if (changeNoticeHours === undefined) {
    const agreed = agreedPolicy.changeNoticeHours;
    if (agreed === undefined) return ` Canceling costs ${fee}.`;
    return agreed > 0 ? ` Canceling later than ${windowText(agreed)} before costs ${fee}.` : "";
  }
  return late ? ` Canceling now costs ${fee}.` : changeNoticeHours > 0 ? ` Canceling later costs ${fee}.` : "";
};
