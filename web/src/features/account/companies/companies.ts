import type { BusinessRef, LoginTimes } from "../../../app/session/session.ts";
import { type Clock, formatDay, formatMinuteRange } from "../../../ui/format/dates.ts";

export type CompanyPlaces = { id: string; name: string; businesses: readonly BusinessRef[] };

/** The businesses under their companies, in the order of the account. */
export const byCompany = (businesses: readonly BusinessRef[]): CompanyPlaces[] =>
  [...Map.groupBy(businesses, (one) => one.companyId)].map(([id, of]) => ({ id, name: of[0]?.companyName ?? "", businesses: of }));

/** Days 1 to 5, nothing else, are Monday to Friday; 0 and 6 are the weekend (core §5). */
const GROUPS: Readonly<Record<string, string>> = { "1,2,3,4,5": "Monday to Friday", "0,6": "Weekends" };

/** Weekdays in words, Sunday 0; none means every one. */
export const weekdaysText = (weekdays: readonly number[]): string => {
  const days = [...new Set(weekdays)].sort((a, b) => a - b);
  if (days.length === 0 || days.length === 7) return "Every day";
  return GROUPS[days.join()] ?? days.map((day) => formatDay(`2023-01-0${day + 1}`, "ddd")).join(", ");
};

/** "Monday to Friday, 8:00 AM – 6:00 PM": when somebody may be signed in. */
export const timesText = ({ startMinute, endMinute, weekdays }: LoginTimes, clock: Clock): string => {
  const hours = startMinute === 0 && endMinute === 1440 ? "" : formatMinuteRange(startMinute, endMinute, clock);
  return [weekdaysText(weekdays), hours].filter(Boolean).join(", ");
};
