import { addDays, weekday } from "../../ui/format/dates.ts";

export type Night = { date: string; free: boolean; closed: boolean };
export type Nights = ReadonlyMap<string, Night>;
type Chosen = { date?: string | undefined; endDate?: string | undefined };
export type Range = { from: string | undefined; to: string | undefined };

export const monthOf = (date: string): string => date.slice(0, 7);
export const firstOf = (month: string): string => `${month}-01`;
/** A month and so many further. */
export const monthAfter = (month: string, by = 1): string => {
  const [year = 0, number = 1] = month.split("-").map(Number);
  const at = year * 12 + number - 1 + by;
  return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, "0")}`;
};
export const lastOf = (month: string): string => addDays(firstOf(monthAfter(month)), -1);

/** The days of a month in weeks of seven, with empty places before the first. */
export const cellsOf = (month: string): (string | undefined)[] => {
  const days: (string | undefined)[] = Array.from({ length: weekday(firstOf(month)) }, () => undefined);
  for (let day = firstOf(month); monthOf(day) === month; day = addDays(day, 1)) days.push(day);
  return days;
};

const isSlept = (nights: Nights, date: string): boolean => {
  const night = nights.get(date);
  return night?.free === true && !night.closed;
};

/** The month after one of whose days none is to be had, while the page takes bookings that far; else undefined. Of days that are not known yet nothing is said. */
export function nextOpen(month: string, nights: Nights, { earliest, last }: { earliest: string; last: string }): string | undefined {
  const days = [...nights.keys()].filter((day) => monthOf(day) === month);
  const open = days.some((day) => day >= earliest && mayArrive(nights, day, last));
  return days.length === 0 || open || month >= monthOf(last) ? undefined : monthAfter(month);
}

/** As whoever waits chooses among them: full nights too, not those on which nobody is there. */
export const asIfFree = (nights: Nights): Nights => new Map([...nights].map(([date, night]) => [date, { ...night, free: true }]));

/** Whether a stay may begin on a day: there is a room for its first night. */
export const mayArrive = (nights: Nights, date: string, last: string): boolean => date <= last && isSlept(nights, date);

/** Whether a stay that begins on `from` may end on a day: every night until then is free, and the house is open when they leave. */
export function mayLeave(nights: Nights, from: string, to: string, { min, max }: { min: number; max: number }): boolean {
  let length = 0;
  for (let day = from; day < to; day = addDays(day, 1)) {
    if (!isSlept(nights, day) || ++length > max) return false;
  }
  return length >= min && nights.get(to)?.closed !== true;
}

/** What a pressed day makes of the range: its last day where it can be, otherwise a new first day. */
export const pressed = ({ from, to }: Range, day: string, leaves: (from: string, to: string) => boolean): Range =>
  from !== undefined && to === undefined && day > from && leaves(from, day) ? { from, to: day } : { from: day, to: undefined };

/** The first night to know for a month: its own, or that of the day they come while a stay from there may still end in it; none before the page's first. */
export function shownFrom(month: string, { date, endDate }: Chosen, { firstDate, most }: { firstDate: string; most: number }): string {
  const own = firstOf(month) > firstDate ? firstOf(month) : firstDate;
  return date !== undefined && endDate === undefined && date < own && addDays(date, most) >= own ? date : own;
}

/** Days of the next month that a stay may reach into, and nights that can be asked for at once. */
const REACH = 30;
const MOST_NIGHTS = 62;

/** The last night to know for a month, where the first one is `first`. */
export function reachOf(month: string, first: string): string {
  const [sooner = first] = [addDays(lastOf(month), REACH), addDays(first, MOST_NIGHTS - 1)].sort();
  return sooner;
}
