import { addDays, type DayLike, dayToIso, isDay } from "../../../ui/format/dates.ts";

/** What is known of the client's rhythm: days between appointments (0 when not set), and the next day they are booked for. */
type Rhythm = { expectedFrequencyDays: number; nextVisitDate: string };

/** When the client would come again, counted from the appointment that was paid for; none without a rhythm, or when a later appointment is booked. */
export const nextDate = (rhythm: Rhythm | undefined, paidFor: DayLike | undefined, today: string): string | undefined => {
  if (!rhythm || rhythm.expectedFrequencyDays <= 0 || !isDay(paidFor)) return undefined;
  const from = dayToIso(paidFor);
  const date = addDays(from, rhythm.expectedFrequencyDays);
  return rhythm.nextVisitDate > from || date <= today ? undefined : date;
};
