import { classText } from "../classes/classes.ts";
import { daysText } from "../daycare/days.ts";
import type { Draft } from "../draft.ts";
import { formatOf } from "../format.ts";
import { isByDay, isInClass, isStay } from "../stay/kind.ts";
import { stayText } from "../stay/stay-values.ts";
import type { Shop } from "../types.ts";

/** What was chosen in the second step, in a line. */
export const whenText = (draft: Draft, shop: Shop): string | undefined => {
  if (isStay(draft)) return stayText(draft, shop);
  if (isByDay(draft)) return daysText(draft, shop);
  if (isInClass(draft)) return classText(draft, shop);
  const { date, startTime } = draft;
  return date && startTime !== undefined ? `${formatOf(shop).longDay(date)} at ${formatOf(shop).minutes(startTime)}` : undefined;
};
