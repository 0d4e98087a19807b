import { type Payment, PaymentStatus } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import { messageOf, outcomeUnknown } from "../../../ui/feedback/call-errors.ts";

/** A payment that has neither come in nor failed yet. */
const waiting: ReadonlySet<PaymentStatus> = new Set([PaymentStatus.INIT, PaymentStatus.CREATED, PaymentStatus.PROCESSING]);

export const isWaiting = ({ status }: Pick<Payment, "status">): boolean => waiting.has(status);

/** A reader asks for its card just now. */
export const atReaderNow = (payment: Pick<Payment, "status" | "readerId">): boolean => payment.readerId !== "" && isWaiting(payment);

export const NOT_KNOWN =
  "The connection dropped before we got an answer, so the payment may have gone through. Try again when you are back online: the same payment is never taken twice.";
/** Said instead when the bill has changed by the time it is looked at again: the button takes something else now. */
const LOOK_FIRST = "The connection dropped before we got an answer. Check the payments below before you charge again.";

/** Why a try failed, as a sentence of its own, and that it took nothing. */
export const nothingTaken = (why: string): string => `${why.replace(/([^.!?])$/, "$1.")} Nothing was taken.`;

/** What is said of a try to take money: nothing was taken is said only where that is known. `later` is for when the bill has changed since. */
export type Outcome =
  | { kind: "consent"; url: string }
  | { kind: "failed"; text: string; later: string }
  | { kind: "waiting" }
  | { kind: "taken" };

const failed = (text: string, later = text): Outcome => ({ kind: "failed", text, later });

export function outcomeOf(payment: Pick<Payment, "status" | "consentUrl" | "failureMessage"> | undefined): Outcome {
  if (payment?.consentUrl) return { kind: "consent", url: payment.consentUrl };
  if (payment?.status === PaymentStatus.FAILED) return failed(nothingTaken(payment.failureMessage || "The card was declined."));
  return payment && waiting.has(payment.status) ? { kind: "waiting" } : { kind: "taken" };
}

export const outcomeOfError = (error: unknown): Outcome =>
  outcomeUnknown(error) ? failed(NOT_KNOWN, LOOK_FIRST) : failed(nothingTaken(messageOf(error)));
