/** A range being filled in: either time may still be missing. */
export type DraftRange = { start: number | undefined; end: number | undefined };
export type Range = { start: number; end: number };
type Day = { day: number; ranges: readonly Partial<DraftRange>[] };

const WEEK = [0, 1, 2, 3, 4, 5, 6] as const;
const STANDARD: DraftRange = { start: 18 * 60, end: 9 * 60 };

const isWhole = (range: Partial<DraftRange>): range is Range => typeof range.start === "number" && typeof range.end === "number";

/** What is saved: entries with both times (core §5), and days that have one. */
export const daysOf = (week: readonly (readonly DraftRange[])[]): { day: number; ranges: Range[] }[] =>
  week.map((ranges, day) => ({ day, ranges: ranges.filter(isWhole) })).filter(({ ranges }) => ranges.length > 0);

/** Seven weekdays, Sunday first, as they were saved. */
export const weekOf = (days: readonly Day[]): DraftRange[][] =>
  WEEK.map((day) => days.filter((one) => one.day === day).flatMap(({ ranges }) => ranges.filter(isWhole)));

/** Where somebody starts who wants a time for each weekday: with what held every day. */
export const eachDay = (every: DraftRange): DraftRange[][] => WEEK.map(() => [isWhole(every) ? { ...every } : { ...STANDARD }]);
