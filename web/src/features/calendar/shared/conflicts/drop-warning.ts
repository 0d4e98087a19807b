import { blockWords, familyName } from "../card-text.ts";
import type { Column } from "../columns.tsx";
import { drawnEnd } from "../layout.ts";
import { type CalendarCard, NO_STAFF } from "../types.ts";

type Place = Pick<Column, "id" | "date" | "cards" | "ranges" | "bySlot">;
type Carried = { card: CalendarCard; startTime: number; endTime: number };

const isItself = (one: CalendarCard, carried: CalendarCard): boolean =>
  one.appointmentId === "0"
    ? one.cardType === carried.cardType && one.cardId === carried.cardId
    : one.appointmentId === carried.appointmentId;

/** What stands in the way where a card is about to be put down, as far as the grid shows it; the calendar itself has the last word. */
export function dropWarning({ card, startTime, endTime }: Carried, { id, date, cards, ranges, bySlot }: Place): string | undefined {
  const whose = id === date ? card.staffId : id;
  // In nobody's column as many as like share the time.
  if (whose === NO_STAFF) return undefined;
  // A column of a day holds everybody's cards.
  const theirs = bySlot ? [] : cards.filter((one) => (id !== date || one.staffId === whose) && !isItself(one, card));
  const other = theirs.find((one) => one.startTime < endTime && startTime < drawnEnd(one));
  if (other) return `Taken: ${other.customerInfo ? familyName(other) : blockWords(other)}`;
  const works = ranges.some((range) => range.startTime <= startTime && endTime <= range.endTime);
  return works ? undefined : "Outside working hours";
}
