// Local dates are "YYYY-MM-DD"; for arithmetic a date is its number of days since 1970-01-01, which needs no zone.

const MS_PER_DAY = 86_400_000;

/** The schedule that does not end (growth §9). */
export const NO_END = "9999-12-31";

export function dayNumber(date: string): number {
  return Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8, 10))) / MS_PER_DAY;
}

export const dateOf = (day: number): string => new Date(day * MS_PER_DAY).toISOString().slice(0, 10);

export const addDays = (date: string, days: number): string => dateOf(dayNumber(date) + days);

export const daysBetween = (from: string, to: string): number => dayNumber(to) - dayNumber(from);

/** 0 Sunday to 6 Saturday; 1970-01-01 was a Thursday. */
export const weekday = (day: number): number => (((day + 4) % 7) + 7) % 7;

/** First day of the week that holds `day`; a week begins on Sunday (0) or Monday (1). */
export const startOfWeek = (day: number, weekStart: WeekStart): number => day - ((weekday(day) - weekStart + 7) % 7);

export type WeekStart = 0 | 1;

export function datesBetween(from: string, to: string): string[] {
  const first = dayNumber(from);
  return Array.from({ length: Math.max(0, dayNumber(to) - first + 1) }, (_, index) => dateOf(first + index));
}

export const laterOf = (a: string, b: string): string => [a, b].sort()[1] as string;
