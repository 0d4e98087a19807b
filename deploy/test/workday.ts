/** The first day from Monday to Friday that is at least so many days ahead in a zone: everybody works, and nothing is in the past. */
export function workday(zone: string, ahead = 1): Temporal.PlainDate {
  const day = Temporal.Now.plainDateISO(zone).add({ days: ahead });
  return day.add({ days: day.dayOfWeek > 5 ? 8 - day.dayOfWeek : 0 });
}

/** A day as somebody types it who writes the month first. */
export const typedDay = (day: Temporal.PlainDate): string =>
  day.toLocaleString("en-US", { month: "2-digit", day: "2-digit", year: "numeric" });
