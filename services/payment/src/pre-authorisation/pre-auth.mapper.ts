import type { MessageInitShape } from "@bufbuild/protobuf";
import { toMoney, toTimestamp } from "@leashline/kit";
import { type PreAuthInfoSchema, PreAuthState, PreAuthStatus } from "@leashline/proto/leashline/payment/v1/pre_authorisation_service_pb.js";
import type { PreAuthRow } from "./pre-auth.store.ts";
import { type Derived, derivedOf, failureWords, isOpen, type PreAuthStatus as Status } from "./pre-auth.ts";

export const statusOf: Record<Status, PreAuthStatus> = {
  waiting: PreAuthStatus.WAITING,
  succeed: PreAuthStatus.SUCCEED,
  failed: PreAuthStatus.FAILED,
  off: PreAuthStatus.OFF,
};

const stateOf: Record<Exclude<Derived, null>, PreAuthState> = {
  waiting_for_card: PreAuthState.WAITING_FOR_CARD,
  ready: PreAuthState.READY,
  failed_back: PreAuthState.FAILED_BACK,
  to_capture: PreAuthState.TO_CAPTURE,
  captured: PreAuthState.CAPTURED,
};

/** The card that was asked, also where it was refused. */
export const toCard = (row: PreAuthRow) => ({
  cardFunding: row.cardFunding,
  cardNumber: row.cardLast4,
  cardType: row.cardBrand,
  expMonth: row.expMonth,
  expYear: row.expYear,
  method: "card",
});

export function toPreAuth(row: PreAuthRow): MessageInitShape<typeof PreAuthInfoSchema> {
  const words = failureWords(row.failureCode, row.cardLast4, row.failureMessage);
  const derived = derivedOf(row);
  return {
    preAuthId: row.preAuthId,
    ticketId: row.ticketId,
    customerId: row.customerId,
    preAuthAmount: toMoney(row.amount, row.currency),
    preAuthStatus: statusOf[row.state],
    isCapture: row.isCapture,
    preAuthFailedMessage: words.message,
    preAuthFailedPreview: words.preview,
    preAuthPaymentMethod: row.paymentMethodToken ? row.cardId : "",
    preAuthCardNumber: row.cardLast4,
    preAuthTime: toTimestamp(row.holdAt),
    preAuthFinishTime: toTimestamp(row.heldAt),
    paymentId: row.paymentId,
    ...toCard(row),
    state: derived ? stateOf[derived] : PreAuthState.UNSPECIFIED,
    isOpen: isOpen(row),
    version: row.version,
  };
}
