export type PublicHoliday = { date: string; name: string };

const day = (year: number, month: number, dayOfMonth: number): Temporal.PlainDate =>
  Temporal.PlainDate.from({ year, month, day: dayOfMonth });
/** The n-th weekday (1 Monday to 7 Sunday) of a month; -1 is the last. */
function nth(year: number, month: number, weekday: number, n: number): Temporal.PlainDate {
  if (n < 0) {
    const last = day(year, month, 1).add({ months: 1 }).subtract({ days: 1 });
    return last.subtract({ days: (last.dayOfWeek - weekday + 7) % 7 });
  }
  const first = day(year, month, 1);
  return first.add({ days: ((weekday - first.dayOfWeek + 7) % 7) + (n - 1) * 7 });
}

/** Easter Sunday of the Gregorian calendar (Meeus, Jones and Butcher). */
export function easterOf(year: number): Temporal.PlainDate {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const n = h + l - 7 * m + 114;
  return day(year, Math.floor(n / 31), (n % 31) + 1);
}

type Rule = readonly [name: string, on: (year: number) => Temporal.PlainDate];
const fixed = (name: string, month: number, date: number): Rule => [name, (year) => day(year, month, date)];
const weekday = (name: string, month: number, wd: number, n: number): Rule => [name, (year) => nth(year, month, wd, n)];
const easter = (name: string, offset: number): Rule => [name, (year) => easterOf(year).add({ days: offset })];
const [monday, thursday] = [1, 4];

const rules: Record<string, readonly Rule[]> = {
  US: [
    fixed("New Year's Day", 1, 1),
    weekday("Martin Luther King Jr. Day", 1, monday, 3),
    weekday("Presidents' Day", 2, monday, 3),
    weekday("Memorial Day", 5, monday, -1),
    fixed("Juneteenth", 6, 19),
    fixed("Independence Day", 7, 4),
    weekday("Labor Day", 9, monday, 1),
    weekday("Columbus Day", 10, monday, 2),
    fixed("Veterans Day", 11, 11),
    weekday("Thanksgiving Day", 11, thursday, 4),
    fixed("Christmas Eve", 12, 24),
    fixed("Christmas Day", 12, 25),
    fixed("New Year's Eve", 12, 31),
  ],
  CA: [
    fixed("New Year's Day", 1, 1),
    easter("Good Friday", -2),
    ["Victoria Day", (year) => day(year, 5, 24).subtract({ days: (day(year, 5, 24).dayOfWeek - 1 + 7) % 7 })],
    fixed("Canada Day", 7, 1),
    weekday("Labour Day", 9, monday, 1),
    fixed("National Day for Truth and Reconciliation", 9, 30),
    weekday("Thanksgiving", 10, monday, 2),
    fixed("Remembrance Day", 11, 11),
    fixed("Christmas Day", 12, 25),
    fixed("Boxing Day", 12, 26),
  ],
  GB: [
    fixed("New Year's Day", 1, 1),
    easter("Good Friday", -2),
    easter("Easter Monday", 1),
    weekday("Early May bank holiday", 5, monday, 1),
    weekday("Spring bank holiday", 5, monday, -1),
    weekday("Summer bank holiday", 8, monday, -1),
    fixed("Christmas Day", 12, 25),
    fixed("Boxing Day", 12, 26),
  ],
  AU: [
    fixed("New Year's Day", 1, 1),
    fixed("Australia Day", 1, 26),
    easter("Good Friday", -2),
    easter("Easter Saturday", -1),
    easter("Easter Monday", 1),
    fixed("Anzac Day", 4, 25),
    weekday("King's Birthday", 6, monday, 2),
    fixed("Christmas Day", 12, 25),
    fixed("Boxing Day", 12, 26),
  ],
};
const elsewhere: readonly Rule[] = [fixed("New Year's Day", 1, 1), fixed("Christmas Day", 12, 25)];

/** The public holidays of a country in a year, in order of date. Where we know no list, the two that most have. */
export const publicHolidays = (country: string, year: number): PublicHoliday[] =>
  (rules[country] ?? elsewhere).map(([name, on]) => ({ name, date: on(year).toString() })).toSorted((a, b) => a.date.localeCompare(b.date));

export type ClosedRow = { id: string; businessId: string; startDate: string; endDate: string; description: string; type: string };
export type HolidayRow = ClosedRow & { isClosed: boolean };

/** Public holidays with whether the business is closed on them, and the holidays it added itself. */
export function holidayList(country: string, year: number, businessId: string, closed: readonly ClosedRow[]): HolidayRow[] {
  const byStart = new Map(closed.filter((row) => row.type === "holiday").map((row) => [`${row.startDate}/${row.endDate}`, row]));
  const publicOnes = publicHolidays(country, year).map(({ date, name }): HolidayRow => {
    const row = byStart.get(`${date}/${date}`);
    byStart.delete(`${date}/${date}`);
    return row
      ? { ...row, isClosed: true }
      : { id: "0", businessId, startDate: date, endDate: date, description: name, type: "holiday", isClosed: false };
  });
  const own = [...byStart.values()].map((row) => ({ ...row, isClosed: true }));
  return [...publicOnes, ...own].toSorted((a, b) => a.startDate.localeCompare(b.startDate));
}
