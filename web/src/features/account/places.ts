import type { BusinessRef, LoginTimes } from "../../app/session.ts";
import { type Clock, formatDay, formatMinuteRange } from "../../ui/format/dates.ts";

export type CompanyPlaces = { id: string; name: string; businesses: readonly BusinessRef[] };

/** The businesses under their companies, in the order of the account. */
export const byCompany = (businesses: readonly BusinessRef[]): CompanyPlaces[] =>
  [...Map.groupBy(businesses, (one) => one.companyId)].map(([id, of]) => ({ id, name: of[0]?.companyName ?? "", businesses: of }));

/** "Mon, Tue, 8:00 AM – 6:00 PM": when somebody may be signed in. */
export const timesText = ({ startMinute, endMinute, weekdays }: LoginTimes, clock: Clock): string => {
  const days = weekdays.toSorted((a, b) => a - b).map((day) => formatDay(`2023-01-0${day + 1}`, "ddd"));
  const hours = startMinute === 0 && endMinute === 1440 ? "" : formatMinuteRange(startMinute, endMinute, clock);
  return [days.length > 0 ? days.join(", ") : "Every day", hours].filter(Boolean).join(", ");
};
