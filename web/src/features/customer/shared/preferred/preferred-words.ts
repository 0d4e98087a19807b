import { WEEKDAYS } from "../../../../ui/format/dates.ts";
import { DAY_MINUTES } from "../../../../ui/format/duration.ts";
import type { Format } from "../../../../ui/format/useFormat.ts";

export const preferredDays = (days: readonly number[]): string => days.map((day) => WEEKDAYS[day]).join(", ");

/** The hours as somebody gave them: an end that was left open is stored as that end of the day. */
export const openHours = ([from, until]: readonly number[]): { from: number | undefined; until: number | undefined } => ({
  from: from || undefined,
  until: until === DAY_MINUTES ? undefined : until,
});

/** "9:00 AM – 11:00 AM", "from 9:00 AM", "until 11:00 AM"; nothing for any time. */
export const preferredHours = (hours: readonly number[], format: Pick<Format, "range" | "minutes">): string => {
  const { from, until } = openHours(hours);
  if (from === undefined) return until === undefined ? "" : `until ${format.minutes(until)}`;
  return until === undefined ? `from ${format.minutes(from)}` : format.range(from, until);
};
