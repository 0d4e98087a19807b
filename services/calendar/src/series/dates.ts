import { fail } from "@leashline/kit";
import type { Conflict } from "../scheduling/verdict.ts";
import { datesOf, HORIZON_DAYS, MOST_DATES, type Rule } from "./rule.ts";

/** A date of a rule, whose time it is, and what stands in the way. */
export type Occurrence = {
  readonly date: string;
  readonly staffId: string;
  readonly conflict: Conflict | null;
  /** What is to be decided of a date that can be had. */
  readonly note?: string;
  /** Where its appointment is there already. */
  readonly outcome?: "kept" | "canceled";
};

/** The dates of a rule from the first on; a rule that gives too many, or no other, is refused. */
export function repeatDates(rule: Rule, first: string): string[] {
  const dates = someDates(rule, first);
  if (dates.length < 2) throw fail("PARAMS_INVALID", { field: "rule", reason: "gives no date after the first" });
  return dates;
}

/** The same where the first may be all that is left. */
export function someDates(rule: Rule, first: string): string[] {
  const dates = datesOf(rule, first);
  if (!dates) {
    const reason = `gives more than ${MOST_DATES} dates, or dates more than ${Math.floor(HORIZON_DAYS / 366)} years ahead`;
    throw fail("PARAMS_INVALID", { field: "rule", reason });
  }
  if (dates.length === 0) throw fail("PARAMS_INVALID", { field: "rule.until", reason: "is before the appointment" });
  return dates;
}
