import type { Format } from "../../../../ui/format/locale.ts";

const SPAN = /(\d{4}-\d{2}-\d{2}) (\d{2}):(\d{2}) - (\d{2}):(\d{2})/g;
const INSTANT = /\d{4}-\d{2}-\d{2}T[\d:.]+Z/g;

/** What the log tells, with its days, times and instants written the business's way. */
export const logText = (detail: string, format: Pick<Format, "shortDay" | "range" | "instant">): string =>
  detail
    .replace(SPAN, (_, day: string, ...at: string[]) => {
      const [hour, minute, endHour, endMinute] = at.map(Number) as [number, number, number, number];
      return `${format.shortDay(day)}, ${format.range(hour * 60 + minute, endHour * 60 + endMinute)}`;
    })
    .replace(INSTANT, (text) => format.instant(new Date(text)));
