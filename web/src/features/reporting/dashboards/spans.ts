import { addDays, startOfWeek } from "../../../ui/format/dates.ts";

export const spans = [
  { name: "today", label: "Today" },
  { name: "week", label: "This week" },
  { name: "last-week", label: "Last week" },
  { name: "month", label: "Month" },
  { name: "year", label: "Year" },
] as const;
export type SpanName = (typeof spans)[number]["name"];

/** The days of a span, whole weeks and months: what is still ahead counts as booked. */
export const spanOf = (name: SpanName, today: string, weekStart: 0 | 1): { from: string; to: string } => {
  const week = startOfWeek(today, weekStart);
  if (name === "today") return { from: today, to: today };
  if (name === "week") return { from: week, to: addDays(week, 6) };
  if (name === "last-week") return { from: addDays(week, -7), to: addDays(week, -1) };
  if (name === "year") return { from: `${today.slice(0, 4)}-01-01`, to: `${today.slice(0, 4)}-12-31` };
  const [year = 1970, month = 1] = today.split("-").map(Number);
  return { from: `${today.slice(0, 7)}-01`, to: new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10) };
};
