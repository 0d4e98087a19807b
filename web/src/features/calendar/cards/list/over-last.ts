import { isOver } from "../../shared/status.ts";
import type { CalendarCard } from "../../shared/types.ts";

/** What is over comes last, each part in its order: who has the day in their hand looks for what is still to be done. */
export const overLast = <Card extends Pick<CalendarCard, "appointmentStatus">>(cards: readonly Card[]): Card[] => [
  ...cards.filter((card) => !isOver(card.appointmentStatus)),
  ...cards.filter((card) => isOver(card.appointmentStatus)),
];
