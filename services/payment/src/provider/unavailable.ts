import { fail } from "@leashline/kit";
import { AccountClosed, OutcomeUnknown, Refused } from "./provider.ts";

/** The business has not let us do this at Square, which it does by connecting its account again. */
export const lacksConsent = (error: unknown): boolean => error instanceof Refused && error.code === "insufficient_scopes";

/** For calls that take no money: the caller may simply try again. */
export function unavailable(error: unknown): never {
  if (error instanceof AccountClosed)
    throw fail("BANK_ACCOUNT_MISSING", { message: "This location's card account is closed, or no longer connected." });
  if (error instanceof OutcomeUnknown)
    throw fail("PAYMENT_OUTCOME_UNKNOWN", { message: "The card processor does not answer. Please try again in a moment." });
  if (lacksConsent(error))
    throw fail("BANK_ACCOUNT_MISSING", {
      message: "Square does not let Leashline do this yet. Please connect the account again under Settings, Integrations, Square.",
    });
  throw error;
}
