/** The first day from Monday to Friday that is at least so many days ahead in a zone: everybody works, and nothing is in the past. */
export function workday(zone: string, ahead = 1): Temporal.PlainDate {
  const day = Temporal.Now.plainDateISO(zone).add({ days: ahead });
  return day.add({ days: day.dayOfWeek > 5 ? 8 - day.dayOfWeek : 0 });
}
