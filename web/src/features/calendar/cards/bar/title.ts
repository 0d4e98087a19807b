import { formatDay } from "../../../../ui/format/dates.ts";
import { dayPattern } from "../../../../ui/format/locale.ts";
import type { View } from "../../shared/types.ts";

type Shown = { date: string; span: { from: string; to: string }; today: string };

/**
 * What the calendar shows, in words: short where there is little room, with the year where it is not this one, day and month in the order of the
 * business's dates.
 */
export const titleOf = (view: View, { date, span, today }: Shown, wide: boolean, dateFormat: string): string => {
  const dayFirst = dateFormat.startsWith("D");
  const year = (day: string): string => (day.slice(0, 4) === today.slice(0, 4) ? "" : `${dayFirst ? "" : ","} ${day.slice(0, 4)}`);
  if (view === "month") return formatDay(date, wide ? "MMMM YYYY" : "MMM YYYY");
  if (view === "day")
    return `${formatDay(date, `${wide ? "dddd" : "ddd"}, ${dayPattern(dateFormat, wide ? "MMMM" : "MMM")}`)}${year(date)}`;
  const whole = dayPattern(dateFormat, "MMM");
  const sameMonth = span.from.slice(0, 7) === span.to.slice(0, 7);
  const [from, to] = sameMonth && dayFirst ? ["D", whole] : [whole, sameMonth ? "D" : whole];
  return `${formatDay(span.from, from)} – ${formatDay(span.to, to)}${year(span.to)}`;
};
