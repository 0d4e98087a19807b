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

/** So many days after the one that is due another is looked for. */
export const LOOKED_AHEAD = 13;

type DayHours = { date: string; timeRange: readonly unknown[] };

/** The first day from one on ("YYYY-MM-DD") on which anybody works; that one itself where nobody works on any that is known. */
export const firstOpen = (hours: readonly DayHours[], from: string): string => {
  const open = hours.flatMap(({ date, timeRange }) => (timeRange.length > 0 ? [date] : []));
  return open.filter((day) => day >= from).sort()[0] ?? from;
};

type Item = { readonly serviceItemType: string };

export const isStay = ({ serviceItemType }: Item): boolean => serviceItemType === "BOARDING";

/** Grooming has its rhythm; after a stay, with or without a bath, or a class nobody is due for it. */
export const isRhythmic = (items: readonly Item[]): boolean =>
  items.some(({ serviceItemType }) => serviceItemType === "GROOMING") && !items.some(isStay);
