import { fieldErrors, messageOf } from "../../../../ui/feedback/call-errors.ts";

export const BOARDING = "BOARDING";
export const DAYCARE = "DAYCARE";

/** What was refused, and what would do instead. */
export const refusalText = (error: unknown): string => {
  const reasons = Object.values(fieldErrors(error)).filter(Boolean);
  return reasons.length > 0 ? `${messageOf(error).replace(/\.$/, "")}. ${reasons.join(" ")}` : messageOf(error);
};
