import { isSession } from "../../shared/card-text.ts";
import type { CalendarCard } from "../../shared/types.ts";

/** What a month shows: appointments and classes. Blocks and requests are the day's. */
export const ofMonth = (card: CalendarCard): boolean => card.appointmentId !== "0" || isSession(card);

/** How many come on a day, from its cards: an appointment has one for each of its staff members. */
export const inDay = (cards: readonly CalendarCard[]): { appointments: number; classSessions: number } => ({
  appointments: new Set(cards.filter((card) => !isSession(card)).map((card) => card.appointmentId)).size,
  classSessions: cards.filter(isSession).length,
});

/** "10:00 AM" is "10a", "10:30 AM" is "10:30a"; a clock of 24 hours stays as it is. */
export const monthTime = (time: string): string =>
  / [AP]M$/.test(time) ? time.replace(":00 ", " ").replace(/ ([AP])M/, (_, half: string) => half.toLowerCase()) : time;
