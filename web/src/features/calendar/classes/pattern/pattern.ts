import { addDays, startOfWeek, weekday } from "../../../../ui/format/dates.ts";
import { plural } from "../../../../ui/format/text.ts";
import { weeksWords } from "../../shared/repeat/rule.ts";

/** When a class meets, as its form holds it: every so many weeks on some weekdays, or on dates that somebody picked. */
export type Pattern = {
  /** The first session, "YYYY-MM-DD"; its weekday always counts. */
  date: string;
  repeats: "weeks" | "dates";
  /** Every so many weeks. */
  weeks: string;
  /** "0" Sunday to "6" Saturday. */
  weekdays: string[];
  /** How many in all, of those that come every so many weeks. */
  sessions: string;
  /** Picked beside the first. */
  dates: string[];
};

export const MOST_SESSIONS = 60;
export const MOST_WEEKS = 8;

/** Every week, as most classes meet. */
export const weekly: Omit<Pattern, "date"> = { repeats: "weeks", weeks: "1", weekdays: [], sessions: "6", dates: [] };

const whole = (text: string, most: number): number => (/^\d+$/.test(text.trim()) ? Math.min(Number(text), most) : 0);

const weekdaysOf = ({ date, weekdays }: Pattern): number[] =>
  [...new Set([...weekdays.map(Number), weekday(date)])].toSorted((a, b) => a - b);

/** The days of a class by time, none twice; none while the pattern is not complete. */
export const daysOf = (pattern: Pattern): string[] => {
  const { date, repeats, dates } = pattern;
  if (!date) return [];
  if (repeats === "dates") return [...new Set([date, ...dates])].toSorted().slice(0, MOST_SESSIONS);
  const [weeks, count] = [whole(pattern.weeks, MOST_WEEKS), whole(pattern.sessions, MOST_SESSIONS)];
  if (weeks === 0) return [];
  const sunday = startOfWeek(date, 0);
  const days: string[] = [];
  for (let from = sunday; days.length < count; from = addDays(from, 7 * weeks))
    days.push(
      ...weekdaysOf(pattern)
        .map((day) => addDays(from, day))
        .filter((day) => day >= date),
    );
  return days.slice(0, count);
};

const ALL_DAYS = 7;

/** "Every 2 weeks on Tuesday and Thursday, until Thu, Jan 7"; empty while the pattern is not complete. */
export const patternWords = (pattern: Pattern, shortDay: (day: string) => string): string => {
  const days = daysOf(pattern);
  const last = days.at(-1);
  if (!last) return "";
  if (pattern.repeats === "dates") {
    const first = days[0] ?? last;
    return days.length === 1
      ? `One session, on ${shortDay(last)}`
      : `${plural(days.length, "session")}, ${shortDay(first)} to ${shortDay(last)}`;
  }
  const on = weekdaysOf(pattern);
  const weeks = whole(pattern.weeks, MOST_WEEKS);
  const every = weeks === 1 && on.length === ALL_DAYS ? "Every day" : weeksWords(weeks, on);
  return `${every}, until ${shortDay(last)}`;
};
