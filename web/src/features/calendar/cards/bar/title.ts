import { formatDay } from "../../../../ui/format/dates.ts";
import { dayPattern } from "../../../../ui/format/locale.ts";
import type { View } from "../../shared/types.ts";

type Shown = { date: string; span: { from: string; to: string }; today: string };

/** Little on a phone and a tablet, where the day's number must still be seen. */
export type Room = "wide" | "some" | "little";

/** What the calendar shows, in words: with the year where it is not this one, day and month in the order of the business's dates. */
export const titleOf = (view: View, { date, span, today }: Shown, room: Room, dateFormat: string): string => {
  const wide = room === "wide";
  const dayFirst = dateFormat.startsWith("D");
  const year = (day: string): string => (day.slice(0, 4) === today.slice(0, 4) ? "" : `${dayFirst ? "" : ","} ${day.slice(0, 4)}`);
  if (view === "month") return formatDay(date, wide ? "MMMM YYYY" : "MMM YYYY");
  const whole = dayPattern(dateFormat, "MMM");
  if (view === "day") {
    if (room === "little")
      return date.slice(0, 7) === today.slice(0, 7) ? formatDay(date, "ddd D") : `${formatDay(date, whole)}${year(date)}`;
    return `${formatDay(date, wide ? `dddd, ${dayPattern(dateFormat, "MMMM")}` : `ddd, ${whole}`)}${year(date)}`;
  }
  const sameMonth = span.from.slice(0, 7) === span.to.slice(0, 7);
  const [from, to] = sameMonth && dayFirst ? ["D", whole] : [whole, sameMonth ? "D" : whole];
  return `${formatDay(span.from, from)} – ${formatDay(span.to, to)}${year(span.to)}`;
};
