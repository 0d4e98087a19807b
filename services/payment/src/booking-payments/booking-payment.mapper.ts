import type { MessageInitShape } from "@bufbuild/protobuf";
import { toMoney } from "@leashline/kit";
import {
  BookingPaymentKind,
  type BookingPaymentSchema,
  BookingPaymentState,
} from "@leashline/proto/leashline/payment/v1/booking_payment_service_pb.js";
import type { BookingPaymentRow } from "./booking-payment.store.ts";
import type { BookingPaymentKind as Kind, BookingPaymentState as State } from "./booking-payment.ts";

const kinds: Record<Kind, BookingPaymentKind> = {
  prepay: BookingPaymentKind.PREPAY,
  pre_auth: BookingPaymentKind.PRE_AUTH,
  card: BookingPaymentKind.CARD,
};

export const kindOf: Record<number, Kind> = Object.fromEntries(Object.entries(kinds).map(([kind, number]) => [number, kind as Kind]));

const states: Record<State, BookingPaymentState> = {
  begun: BookingPaymentState.BEGUN,
  consent: BookingPaymentState.CONSENT,
  held: BookingPaymentState.HELD,
  settling: BookingPaymentState.SETTLING,
  settled: BookingPaymentState.SETTLED,
  released: BookingPaymentState.RELEASED,
  failed: BookingPaymentState.FAILED,
};

export function toBookingPayment(row: BookingPaymentRow): MessageInitShape<typeof BookingPaymentSchema> {
  const { ref, cardBrand, cardLast4, failureCode, failureMessage, version, paymentId } = row;
  return {
    ref,
    kind: kinds[row.kind],
    state: states[row.state],
    ...(row.currency && {
      amount: toMoney(row.amount, row.currency),
      taken: toMoney(row.taken, row.currency),
      convenienceFee: toMoney(row.convenienceFee, row.currency),
    }),
    cardBrand,
    cardLast4,
    consentUrl: row.state === "consent" ? row.consentUrl : "",
    failureCode,
    failureMessage,
    version,
    paymentId,
  };
}
