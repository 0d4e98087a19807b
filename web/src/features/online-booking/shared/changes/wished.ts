// When a client would rather come, as far as their words say it: a start for the form, which staff look over before they move anything.

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

const month = `(${MONTHS.join("|")})[a-z]*\\.?`;
const MONTH_DAY = new RegExp(`\\b${month} (\\d{1,2})(?:st|nd|rd|th)?\\b`);
const DAY_MONTH = new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?\\.? (?:of )?${month}\\b`);
const ISO = /\b(\d{4})-(\d{2})-(\d{2})\b/;
const WEEKDAY = /\b(mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?s?\b/;
const CLOCK = /\b(\d{1,2})(?::(\d{2}))? ?([ap])\.?m\b/;
const HOURS = /\b([01]?\d|2[0-3]):([0-5]\d)\b/;
const AT = /\b(?:at|around|by|to) (\d{1,2})(?:ish)?\b(?![:/.-]?\d)(?! (?:of|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))/;

const RELATIVE = /\b(half an|an|a|one|two|three|[1-9]) hours? (later|earlier)\b/;
const COUNTS: Readonly<Record<string, number>> = { "half an": 0.5, an: 1, a: 1, one: 1, two: 2, three: 3 };

/** When the appointment is. */
type Known = { date: string; startTime: number; today: string };

const dayOf = (year: number, month: number, day: number): string | undefined => {
  const ends = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (month < 1 || month > 12 || day < 1 || day > ends) return undefined;
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
};

/** The next time a day of the year comes round. */
const coming = (monthOf: number, day: number, today: string): string | undefined => {
  const year = Number(today.slice(0, 4));
  const soon = dayOf(year, monthOf, day);
  return soon && soon < today ? dayOf(year + 1, monthOf, day) : soon;
};

const plus = (date: string, days: number): string => new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);

function dateIn(words: string, { date, today }: Known): string | undefined {
  const iso = ISO.exec(words);
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const named = MONTH_DAY.exec(words);
  if (named) return coming(MONTHS.indexOf(named[1] ?? "") + 1, Number(named[2]), today);
  const dayFirst = DAY_MONTH.exec(words);
  if (dayFirst) return coming(MONTHS.indexOf(dayFirst[2] ?? "") + 1, Number(dayFirst[1]), today);
  if (/\btomorrow\b/.test(words)) return plus(today, 1);
  if (/\btoday\b/.test(words)) return today;
  const weekday = WEEKDAY.exec(words)?.[1];
  if (!weekday) return undefined;
  // Of the days around the appointment: the first of that name from it on.
  const wanted = WEEKDAYS.indexOf(weekday.slice(0, 3));
  const now = (new Date(date).getUTCDay() + 6) % 7;
  return plus(date, (wanted - now + 7) % 7);
}

function startIn(words: string, from: number): number | undefined {
  if (/\bnoon\b/.test(words)) return 720;
  const clock = CLOCK.exec(words);
  if (clock && Number(clock[1]) <= 12) return minutesOf((Number(clock[1]) % 12) + (clock[3] === "p" ? 12 : 0), Number(clock[2] ?? 0));
  const hours = HOURS.exec(words);
  if (hours) return minutesOf(Number(hours[1]), Number(hours[2]));
  const relative = RELATIVE.exec(words);
  if (relative) {
    const by = 60 * (COUNTS[relative[1] ?? ""] ?? Number(relative[1]));
    return minutesOf(0, from + (relative[2] === "later" ? by : -by));
  }
  const bare = AT.exec(words);
  if (!bare) return undefined;
  const hour = Number(bare[1]);
  // Nobody comes at three in the night.
  return minutesOf(hour > 0 && hour < 7 ? hour + 12 : hour, 0);
}

const minutesOf = (hour: number, minute: number): number | undefined => {
  const at = hour * 60 + minute;
  return at >= 0 && at < 1440 ? at : undefined;
};

/** Day and start that the words ask for; what they do not say, or what lies in the past, is left out. */
export const wishedIn = (text: string, known: Known): { date?: string; startTime?: number } => {
  const words = text.toLowerCase().replaceAll(",", " ").replaceAll(/\s+/g, " ");
  const date = dateIn(words, known);
  const startTime = startIn(words, known.startTime);
  return { ...(date && date >= known.today && { date }), ...(startTime !== undefined && { startTime }) };
};
