import { daysBetween } from "./dates.ts";
import type { Format } from "./locale.ts";
import { plural } from "./text.ts";

type Stay = { readonly date: string; readonly endDate: string };

/** "Fri, Dec 4 to Sun, Dec 6 (2 nights)", as messages write it. */
export const stayNights = ({ date, endDate }: Stay, { shortDay }: Pick<Format, "shortDay">): string =>
  `${shortDay(date)} to ${shortDay(endDate)} (${plural(daysBetween(date, endDate), "night")})`;
