const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MONTH = 30 * DAY;
const HALF_YEAR = 183 * DAY;
const YEAR = 365 * DAY;

/**
 * How long ago (core §9): a year or more "N yr ago", over six months the date, over 30 days "N mo ago", a day or more "N d ago",
 * an hour or more "N hr ago", over five minutes "N min ago", otherwise "Just now". `formatDate` writes the date.
 */
export const formatRelative = (then: Date, now: Date, formatDate: (date: Date) => string): string => {
  const age = now.getTime() - then.getTime();
  if (age >= YEAR) return `${Math.floor(age / YEAR)} yr ago`;
  if (age > HALF_YEAR) return formatDate(then);
  if (age > 30 * DAY) return `${Math.floor(age / MONTH)} mo ago`;
  if (age >= DAY) return `${Math.floor(age / DAY)} d ago`;
  if (age >= HOUR) return `${Math.floor(age / HOUR)} hr ago`;
  if (age > 5 * MINUTE) return `${Math.floor(age / MINUTE)} min ago`;
  return "Just now";
};
