import { addDays } from "../../../ui/format/dates.ts";

export type Holiday = { readonly name: string; readonly date: string };

const iso = (year: number, month: number, day: number): string =>
  `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
/** 1 Monday to 7 Sunday. */
const weekdayOf = (date: string): number => new Date(date).getUTCDay() || 7;

/** The n-th of a day of the week in a month. */
function nth(n: number, weekday: number, year: number, month: number): string {
  const first = iso(year, month, 1);
  return addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + (n - 1) * 7);
}

/** The last Monday of May: the seventh day back from June at the most. */
function memorialDay(year: number): string {
  const june = iso(year, 6, 1);
  return addDays(june, -(((weekdayOf(june) + 5) % 7) + 1));
}

/** The federal holidays of the United States in a year, on the days themselves, in order. */
export const federalHolidays = (year: number): Holiday[] => [
  { name: "New Year’s Day", date: iso(year, 1, 1) },
  { name: "Martin Luther King Jr. Day", date: nth(3, 1, year, 1) },
  { name: "Presidents’ Day", date: nth(3, 1, year, 2) },
  { name: "Memorial Day", date: memorialDay(year) },
  { name: "Juneteenth", date: iso(year, 6, 19) },
  { name: "Independence Day", date: iso(year, 7, 4) },
  { name: "Labor Day", date: nth(1, 1, year, 9) },
  { name: "Columbus Day", date: nth(2, 1, year, 10) },
  { name: "Veterans Day", date: iso(year, 11, 11) },
  { name: "Thanksgiving", date: nth(4, 4, year, 11) },
  { name: "Christmas", date: iso(year, 12, 25) },
];

/** Those of this year and the next that are still to come and in none of these dates. */
export function comingHolidays(today: string, taken: readonly { readonly startDate: string; readonly endDate: string }[]): Holiday[] {
  const year = Number(today.slice(0, 4));
  const isTaken = ({ date }: Holiday) =>
    taken.some(({ startDate, endDate }) => startDate !== "" && startDate <= date && date <= (endDate || startDate));
  return [...federalHolidays(year), ...federalHolidays(year + 1)].filter((one) => one.date >= today && !isTaken(one));
}
