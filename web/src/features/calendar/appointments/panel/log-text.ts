import { DAY_MINUTES, formatDuration } from "../../../../ui/format/duration.ts";
import type { Format } from "../../../../ui/format/locale.ts";
import { parseMoney } from "../../../../ui/format/money.ts";
import { plural } from "../../../../ui/format/text.ts";

const SPAN = /(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}) - (?:(\d{4}-\d{2}-\d{2}) )?(\d{2}:\d{2})/g;
const INSTANT = /\d{4}-\d{2}-\d{2}T[\d:.]+Z/g;
const LENGTHS = /(\d+) → (\d+) min\b/g;
const PRICES = /(?<= )(\d+(?:\.\d+)?) → (\d+(?:\.\d+)?)(?=;|\n|$)/g;

const minuteOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/** "1 day 21 hr": a stay is longer than a day. */
const length = (minutes: number): string => {
  const days = Math.floor(minutes / DAY_MINUTES);
  const rest = minutes % DAY_MINUTES;
  const inDays = days === 0 ? "" : plural(days, "day");
  return [inDays, (rest > 0 || days === 0) && formatDuration(rest)].filter(Boolean).join(" ");
};

type Ways = Pick<Format, "shortDay" | "range" | "minutes" | "instant" | "money">;

/** What the log tells, with its days, times, lengths, prices and instants written the business's way. */
export const logText = (detail: string, format: Ways, currencyCode: string): string => {
  const price = (text: string) => format.money(parseMoney(text, currencyCode));
  return detail
    .replace(SPAN, (_, day: string, from: string, endDay: string | undefined, to: string) => {
      const [start, end] = [minuteOf(from), minuteOf(to)];
      if (endDay === undefined) return `${format.shortDay(day)}, ${format.range(start, end)}`;
      return `${format.shortDay(day)}, ${format.minutes(start)} – ${format.shortDay(endDay)}, ${format.minutes(end)}`;
    })
    .replace(INSTANT, (text) => format.instant(new Date(text)))
    .replace(LENGTHS, (_, before: string, after: string) => `${length(Number(before))} → ${length(Number(after))}`)
    .replace(PRICES, (_, before: string, after: string) => `${price(before)} → ${price(after)}`);
};
