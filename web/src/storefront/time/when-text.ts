import { classText } from "../classes/classes.ts";
import { daysText } from "../daycare/days.ts";
import type { Draft } from "../draft.ts";
import { formatOf } from "../format.ts";
import { isByDay, isInClass, isStay } from "../stay/kind.ts";
import { nightsText, stayText } from "../stay/stay-values.ts";
import type { Shop } from "../types.ts";
import { atStart } from "./arrival.ts";

/** For when they wait, in a line. */
export const waitText = (draft: Draft, shop: Shop): string => {
  if (!isStay(draft) && !isByDay(draft)) {
    const free = "We’ll message you as soon as a time opens up.";
    return draft.days?.length ? `${daysText({ days: draft.days, startTime: undefined }, shop)}. ${free}` : free;
  }
  const days = isStay(draft) ? nightsText(draft, shop) : daysText({ days: draft.days ?? [], startTime: undefined }, shop);
  return `${days}. We’ll message you as soon as ${isStay(draft) ? "a room" : "a spot"} opens up.`;
};

/** What was chosen in the second step, in a line. */
export const whenText = (draft: Draft, shop: Shop): string | undefined => {
  if (isStay(draft)) return stayText(draft, shop);
  if (isByDay(draft)) return daysText(draft, shop);
  if (isInClass(draft)) return classText(draft, shop);
  const { date, startTime } = draft;
  return date && startTime !== undefined
    ? `${formatOf(shop).longDay(date)} ${atStart(formatOf(shop), startTime, shop.arrivalWindow)}`
    : undefined;
};
