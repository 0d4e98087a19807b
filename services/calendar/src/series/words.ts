import type { Rule } from "./rule.ts";

const units = { day: "day", week: "week", month: "month" } as const;

/** "Repeats every 2 weeks, 10 times" or "... until 2027-06-30", for the appointment's log. */
export function inWords({ frequency, interval, count, until }: Rule): string {
  const every = interval === 1 ? units[frequency] : `${interval} ${units[frequency]}s`;
  return `Repeats every ${every}, ${until === null ? `${count} times` : `until ${until}`}`;
}
