import { DAY } from "../../shared/layout.ts";

type Range = { readonly startTime: number; readonly endTime: number };

export const freeMinutes = (free: readonly [number, number][]): number => free.reduce((sum, [from, to]) => sum + to - from, 0);

const quarter = (minutes: number): number => Math.ceil(minutes / 15) * 15;

/** Where a click on somebody's day books: the first gap with room for a quarter of an hour, else where their day begins. */
export const firstGap = (free: readonly [number, number][], ranges: readonly Range[]): number => {
  const gap = free.find(([from, to]) => quarter(from) + 15 <= to);
  return Math.min(DAY - 15, gap ? quarter(gap[0]) : (ranges[0]?.startTime ?? 540));
};

/** A place in the week, as one name that a drag can carry. */
export const cellKey = ({ date, staffId }: { date: string; staffId: string }): string => `${date} ${staffId}`;
export const cellOf = (key: string): { date: string; staffId: string } => {
  const [date = "", staffId = ""] = key.split(" ");
  return { date, staffId };
};
