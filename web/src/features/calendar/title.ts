import { formatDay } from "../../ui/format/dates.ts";
import type { View } from "./types.ts";

type Shown = { date: string; span: { from: string; to: string }; today: string };

/** What the calendar shows, in words: short where there is little room, and with the year where it is not this one. */
export const titleOf = (view: View, { date, span, today }: Shown, wide: boolean): string => {
  const year = (day: string): string => (day.slice(0, 4) === today.slice(0, 4) ? "" : `, ${day.slice(0, 4)}`);
  if (view === "month") return formatDay(date, wide ? "MMMM YYYY" : "MMM YYYY");
  if (view === "day") return `${formatDay(date, wide ? "dddd, MMMM D" : "ddd, MMM D")}${year(date)}`;
  const sameMonth = span.from.slice(0, 7) === span.to.slice(0, 7);
  return `${formatDay(span.from, "MMM D")} – ${formatDay(span.to, sameMonth ? "D" : "MMM D")}${year(span.to)}`;
};
