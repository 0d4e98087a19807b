/** Calendar days travel as "YYYY-MM-DD" or as `google.type.Date`; neither has a zone. Times of day are minutes since local midnight. */
export type DayLike = { year: number; month: number; day: number };
export type Clock = 12 | 24;

/** The default is the specification's (core §3); the others are what the supported countries use. */
export const DATE_FORMATS = ["DD/MM/YYYY", "MM/DD/YYYY", "YYYY-MM-DD", "DD.MM.YYYY", "MMM D, YYYY"] as const;

const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];
/** 0 is Sunday. */
export const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;
/** The same from Monday on: where a day goes by its number of 1 to 7, it stands one before. */
export const FROM_MONDAY = [...WEEKDAYS.slice(1), WEEKDAYS[0]] as const;
const two = (n: number): string => String(n).padStart(2, "0");

export const isDay = (day: DayLike | undefined): day is DayLike =>
  day !== undefined && day.year > 0 && day.month >= 1 && day.month <= 12 && day.day >= 1 && day.day <= 31;

export const dayToIso = (day: DayLike): string => `${String(day.year).padStart(4, "0")}-${two(day.month)}-${two(day.day)}`;

export const isoToDay = (iso: string): DayLike | undefined => {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(iso);
  if (!match) return undefined;
  const day = { year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) };
  const back = new Date(Date.UTC(day.year, day.month - 1, day.day));
  return isDay(day) && back.getUTCMonth() === day.month - 1 ? day : undefined;
};

const utc = (iso: string): Date => new Date(`${iso}T00:00:00Z`);
export const addDays = (iso: string, days: number): string => {
  const date = utc(iso);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
};
/** 0 is Sunday. */
export const weekday = (iso: string): number => utc(iso).getUTCDay();
export const daysBetween = (from: string, to: string): number => Math.round((utc(to).getTime() - utc(from).getTime()) / 86_400_000);
/** Every day from the first to the last, both counted. */
export const datesBetween = (from: string, to: string): string[] =>
  Array.from({ length: daysBetween(from, to) + 1 }, (_, at) => addDays(from, at));
export const startOfWeek = (iso: string, weekStart: 0 | 1): string => addDays(iso, -((weekday(iso) - weekStart + 7) % 7));

const WORDS = /YYYY|MMMM|MMM|MM|M|DD|D|dddd|ddd|HH|hh|h|mm|ss|A/g;

type Parts = { year: number; month: number; day: number; weekday: number; hour: number; minute: number; second: number };
const write = (pattern: string, p: Parts): string => {
  const hour12 = ((p.hour + 11) % 12) + 1;
  const words: Record<string, string> = {
    YYYY: String(p.year).padStart(4, "0"),
    MMMM: MONTHS[p.month - 1] ?? "",
    MMM: (MONTHS[p.month - 1] ?? "").slice(0, 3),
    MM: two(p.month),
    M: String(p.month),
    DD: two(p.day),
    D: String(p.day),
    dddd: WEEKDAYS[p.weekday] ?? "",
    ddd: (WEEKDAYS[p.weekday] ?? "").slice(0, 3),
    HH: two(p.hour),
    hh: two(hour12),
    h: String(hour12),
    mm: two(p.minute),
    ss: two(p.second),
    A: p.hour < 12 ? "AM" : "PM",
  };
  return pattern.replace(WORDS, (word) => words[word] ?? word);
};

/** A day in a pattern such as "DD/MM/YYYY" or "dddd, MMMM D". Empty for no day. */
export const formatDay = (day: string | DayLike | undefined, pattern = "DD/MM/YYYY"): string => {
  const value = typeof day === "string" ? isoToDay(day) : isDay(day) ? day : undefined;
  if (!value) return "";
  return write(pattern, { ...value, weekday: weekday(dayToIso(value)), hour: 0, minute: 0, second: 0 });
};

/** Minutes of day as "1:05 PM" or "13:05". 1440 is the end of the day and written as midnight. */
export const formatMinutes = (minutes: number, clock: Clock = 12): string => {
  const at = ((Math.trunc(minutes) % 1440) + 1440) % 1440;
  const p = { year: 1, month: 1, day: 1, weekday: 0, hour: Math.floor(at / 60), minute: at % 60, second: 0 };
  return write(clock === 12 ? "h:mm A" : "HH:mm", p);
};

/** "11:00 – 1:00 PM", and "9:00 AM – 1:00 PM" only where the halves of the day differ. */
export const formatMinuteRange = (start: number, end: number, clock: Clock = 12): string => {
  const [from, to] = [formatMinutes(start, clock), formatMinutes(end, clock)];
  const sameHalf = clock === 12 && from.slice(-2) === to.slice(-2);
  return `${sameHalf ? from.slice(0, -3) : from} – ${to}`;
};

/**
 * Reads what people type: "9", "9:30", "930", "9p", "13.05". Undefined when it is no time. With a clock of twelve hours "1" to "6:59" is the afternoon:
 * nobody clips a dog at one in the night; "01:00" and "1a" still say so.
 */
export const parseMinutes = (text: string, clock: Clock = 24): number | undefined => {
  const match = /^\s*(\d{1,2})(?:[:.h\s]?(\d{2}))?\s*([ap])?\.?m?\.?\s*$/i.exec(text);
  if (!match) return undefined;
  let hour = Number(match[1]);
  const minute = Number(match[2] ?? 0);
  const half = match[3]?.toLowerCase();
  if (half && (hour < 1 || hour > 12)) return undefined;
  if (half) hour = (hour % 12) + (half === "p" ? 12 : 0);
  else if (clock === 12 && /^\s*[1-6]/.test(text) && hour <= 6) hour += 12;
  return hour < 24 && minute < 60 ? hour * 60 + minute : undefined;
};

const zoned = new Map<string, Intl.DateTimeFormat>();
const partsIn = (instant: Date, zone: string): Parts => {
  let format = zoned.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
    zoned.set(zone, format);
  }
  const found: Record<string, number> = {};
  for (const part of format.formatToParts(instant)) found[part.type] = Number(part.value);
  const { year = 1, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = found;
  return { year, month, day, hour, minute, second, weekday: weekday(dayToIso({ year, month, day })) };
};

/** An instant as people at the business see it, e.g. "YYYY-MM-DD HH:mm:ss". */
export const formatInstant = (instant: Date, zone: string, pattern = "YYYY-MM-DD HH:mm:ss"): string =>
  write(pattern, partsIn(instant, zone));

/** Today and the minute of day in the business's zone. */
export const nowIn = (zone: string, instant: Date = new Date()): { date: string; minutes: number } => {
  const p = partsIn(instant, zone);
  return { date: dayToIso(p), minutes: p.hour * 60 + p.minute };
};

/** The instant at which clocks in a zone show a time of a day; a time that is skipped in spring is the one an hour later. */
export const instantIn = (iso: string, minutes: number, zone: string): Date => {
  const wanted = utc(iso).getTime() + minutes * 60_000;
  const offsetAt = (at: number): number => {
    const p = partsIn(new Date(at), zone);
    return Date.UTC(p.year, p.month - 1, p.day, p.hour, p.minute, p.second) - at;
  };
  const first = wanted - offsetAt(wanted);
  const second = wanted - offsetAt(first);
  // Around a change of clocks the first guess may lie on its other side.
  return new Date(second === first || wanted - offsetAt(second) === second ? second : Math.max(first, second));
};
