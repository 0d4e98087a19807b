import { type Ctx, fromMoney, refusalForGood } from "@leashline/kit";
import { PrepayStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import {
  type BookingPayment,
  BookingPaymentKind,
  BookingPaymentService,
  BookingPaymentState as State,
} from "@leashline/proto/leashline/payment/v1/booking_payment_service_pb.js";

/** How far the card of a request has come where money is kept. */
export type Progress = { prepayStatus: number; paid: string; paymentId: string; version: number };

const statuses: Partial<Record<State, PrepayStatus>> = {
  [State.BEGUN]: PrepayStatus.PROCESSING,
  [State.CONSENT]: PrepayStatus.REQUIRE_CONFIRM,
  [State.HELD]: PrepayStatus.REQUIRE_CAPTURE,
  [State.SETTLING]: PrepayStatus.PROCESSING_CAPTURE,
  [State.SETTLED]: PrepayStatus.PAID,
  [State.RELEASED]: PrepayStatus.CANCELED,
  [State.FAILED]: PrepayStatus.FAILED,
};

export function progressOf({ kind, state, taken, paymentId, version }: BookingPayment): Progress {
  const prepayStatus = kind === BookingPaymentKind.PREPAY ? (statuses[state] ?? PrepayStatus.UNSPECIFIED) : PrepayStatus.UNSPECIFIED;
  return { prepayStatus, paid: fromMoney(taken).minor.toString(), paymentId, version };
}

const failed: Progress = { prepayStatus: PrepayStatus.FAILED, paid: "0", paymentId: "0", version: 0 };

/** Has what is held taken, or the card put on file. A refusal is an answer: the visit is booked by then. */
export async function acceptPayment(ctx: Ctx, asked: { ref: string; appointmentId: string; customerId: string }): Promise<Progress> {
  try {
    const { payment } = await ctx.client(BookingPaymentService).acceptBookingPayment(asked);
    return payment ? progressOf(payment) : failed;
  } catch (error) {
    if (refusalForGood(error)) return failed;
    throw error;
  }
}

type Kept = { paymentType: string; paymentVersion: number; prepayRefunded: string };

/** Of what was taken: it went back, or some of it is still there. */
export const afterRefund = (paid: bigint, back: bigint): PrepayStatus => (back >= paid ? PrepayStatus.REFUNDED : PrepayStatus.PAID);

/** What the request's row says then; an older telling changes nothing, and none of what was taken undoes what went back since. */
export function progressFor({ paymentType, paymentVersion, prepayRefunded }: Kept, progress: Progress | null | undefined) {
  if (!progress || progress.version < paymentVersion) return {};
  const { paid: prepayPaid, paymentId: prepayPaymentId, version } = progress;
  const back = BigInt(prepayRefunded);
  const taken = progress.prepayStatus === PrepayStatus.PAID && back > 0n;
  const prepayStatus = taken ? afterRefund(BigInt(prepayPaid), back) : progress.prepayStatus;
  return { paymentVersion: version, ...(paymentType === "prepay" && { prepayStatus, prepayPaid, prepayPaymentId }) };
}
