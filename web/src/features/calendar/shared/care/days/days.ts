import type { CareSchedule } from "@leashline/proto/leashline/calendar/v1/care_service_pb.js";
import { type DayLike, dayToIso, isoToDay } from "../../../../../ui/format/dates.ts";

type Days = Pick<CareSchedule, "firstDate" | "lastDate" | "everyDays">;

const MOST_DAYS = 14;

const everyWord = (days: number): string => (days <= 1 ? "Every day" : days === 2 ? "Every other day" : `Every ${days} days`);

export const EVERY = Array.from({ length: MOST_DAYS }, (_, index) => ({ value: String(index + 1), label: everyWord(index + 1) }));

/** The days of a schedule as a form holds them; a day that is empty is that of the stay. */
export const daysOf = (known?: Days) => ({
  firstDate: known?.firstDate ? dayToIso(known.firstDate) : "",
  lastDate: known?.lastDate ? dayToIso(known.lastDate) : "",
  everyDays: String(known?.everyDays || 1),
});
export type DayValues = ReturnType<typeof daysOf>;

export function daysOnWire({ firstDate, lastDate, everyDays }: DayValues) {
  const [first, last] = [isoToDay(firstDate), isoToDay(lastDate)];
  return { everyDays: Number(everyDays), ...(first && { firstDate: first }), ...(last && { lastDate: last }) };
}

/** "Every other day from Nov 26 until Nov 30"; nothing for what is given on every day of the stay. */
export function daysText({ firstDate, lastDate, everyDays }: Days, shortDay: (day: DayLike) => string): string {
  const words = [
    everyDays > 1 && everyWord(everyDays).toLowerCase(),
    firstDate && `from ${shortDay(firstDate)}`,
    lastDate && `until ${shortDay(lastDate)}`,
  ];
  const text = words.filter(Boolean).join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
