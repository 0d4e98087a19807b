import type { Moves } from "@leashline/kit";

/** Growth §4: Waiting 1, Succeed 2, Failed 3, Off 4. */
export type PreAuthStatus = "waiting" | "succeed" | "failed" | "off";

export const preAuthMoves: Moves<PreAuthStatus> = {
  waiting: ["succeed", "off"],
  succeed: ["waiting", "failed", "off"],
  failed: ["waiting", "off"],
  off: ["waiting"],
};

export type PreAuth = { state: PreAuthStatus; isCapture: boolean; paymentMethodToken: string; failureMessage: string };
export type Derived = "waiting_for_card" | "ready" | "failed_back" | "to_capture" | "captured" | null;

/** What a status means together with card and failure; null where it says all by itself. */
export function derivedOf({ state, isCapture, paymentMethodToken, failureMessage }: PreAuth): Derived {
  if (isCapture) return "captured";
  if (state === "succeed") return "to_capture";
  if (state !== "waiting") return null;
  if (paymentMethodToken) return "ready";
  return failureMessage ? "failed_back" : "waiting_for_card";
}

export const isOpen = ({ state }: Pick<PreAuth, "state">): boolean => state !== "off";

/** What may be captured of a hold: never more than is held, nor than is owed. */
export const capturable = (held: bigint, owed: bigint): bigint => (owed > held ? held : owed);

export const mayCapture = (amount: bigint, held: bigint, owed: bigint): boolean => amount > 0n && amount <= capturable(held, owed);

/** The money is held a day before the day it is for, and at once when that has begun. */
export function holdTime(day: string, zone: string, now: Date): Date {
  const before = Temporal.PlainDate.from(day).toZonedDateTime(zone).subtract({ hours: 24 });
  return new Date(Math.max(before.epochMilliseconds, now.getTime()));
}

const insufficient = new Set(["insufficient_funds", "card_velocity_exceeded", "withdrawal_count_limit_exceeded"]);
const invalid = new Set([
  ...["expired_card", "incorrect_number", "invalid_number", "invalid_account", "invalid_cvc", "incorrect_cvc", "invalid_expiry_month"],
  ...["invalid_expiry_year", "card_not_supported", "lost_card", "stolen_card", "pickup_card", "restricted_card"],
]);

export type FailureWords = { message: string; preview: string };

/** Why a card was refused, as a person may read it (growth §8). What nothing is known of is said in the bank's words. */
export function failureWords(code: string, last4: string, message: string): FailureWords {
  if (message === "") return { message: "", preview: "" };
  if (last4 && insufficient.has(code))
    return {
      message: `The card ending in ${last4} has insufficient balance to proceed.`,
      preview: `Insufficient balance on the card ending in ${last4}.`,
    };
  if (last4 && invalid.has(code)) return { message: `The card ending in ${last4} is invalid.`, preview: `Invalid card (${last4}).` };
  const sentence = message.endsWith(".") ? message : `${message}.`;
  return { message: sentence, preview: sentence };
}
