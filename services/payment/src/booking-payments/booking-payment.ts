import { type Moves, mayMove } from "@leashline/kit";
import type { Intent, SetupResult } from "../provider/provider.ts";

export type BookingPaymentKind = "prepay" | "pre_auth" | "card";
export type BookingPaymentState = "begun" | "consent" | "held" | "settling" | "settled" | "released" | "failed";

export const bookingPaymentMoves: Moves<BookingPaymentState> = {
  begun: ["consent", "held", "failed", "released"],
  consent: ["held", "failed", "released"],
  held: ["settling", "released"],
  settling: ["settled", "failed", "released"],
  settled: [],
  released: [],
  failed: [],
};

export const mayBecome = (from: BookingPaymentState, to: BookingPaymentState): boolean => mayMove(bookingPaymentMoves, from, to);

/** What the provider says of an attempt, whether it holds money or keeps a card. */
export type Answer = {
  id: string;
  state: Extract<BookingPaymentState, "begun" | "consent" | "held" | "failed">;
  consentUrl: string;
  failureCode: string;
  failureMessage: string;
  card: { brand: string; last4: string; funding: string; expMonth: number; expYear: number } | null;
};

const notTaken = "The card was not accepted.";

const stateOfIntent: Record<Intent["state"], Answer["state"]> = {
  unconfirmed: "begun",
  requires_action: "consent",
  processing: "begun",
  authorized: "held",
  // Nobody but us captures it, and then it is not asked about any more.
  succeeded: "held",
  declined: "failed",
  cancelled: "failed",
};

export function answerOfIntent({ id, state, consentUrl, failureCode, failureMessage, card }: Intent): Answer {
  const next = stateOfIntent[state];
  return { id, state: next, consentUrl, failureCode, failureMessage: next === "failed" ? failureMessage || notTaken : "", card };
}

export function answerOfSetup({ id, card, consentUrl, failureCode, failureMessage }: SetupResult): Answer {
  const state = card ? "held" : consentUrl ? "consent" : "failed";
  return { id, state, consentUrl, failureCode, failureMessage: state === "failed" ? failureMessage || notTaken : "", card };
}

export const refusedWith = (failureCode: string, failureMessage: string): Answer => ({
  id: "",
  state: "failed",
  consentUrl: "",
  failureCode,
  failureMessage: failureMessage || notTaken,
  card: null,
});

/** Of what is held, what is taken: never more than is owed. */
export const takenOf = (held: bigint, owed: bigint): bigint => (owed < 0n ? 0n : owed < held ? owed : held);
