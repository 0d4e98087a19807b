import { addDays } from "../../../../ui/format/dates.ts";
import type { Check } from "../../../../ui/format/validate.ts";

const MOST_NIGHTS = 62;

/** The latest last night of a first one; "" while there is none. */
export const latestNight = (from: string): string => from && addDays(from, MOST_NIGHTS - 1);

/** A last night is not before the first, and not too long after it. */
export const lastNightCheck =
  (from: string): Check =>
  (to) => {
    if (!from || !to) return undefined;
    if (to < from) return "The last night is before the first";
    return to > latestNight(from) ? `At most ${MOST_NIGHTS} nights` : undefined;
  };
