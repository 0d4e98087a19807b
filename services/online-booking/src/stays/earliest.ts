import { limitsOf, stayRulesOf } from "../storefront/bookable.ts";
import type { Offer } from "../storefront/plan.ts";
import type { Shop } from "../storefront/shop.ts";
import { openingHoursOf, type Window, windowOn } from "./hours.ts";

/** A day, and from which minute somebody can still come on it; 0 where nothing narrows it. */
export type From = { readonly date: string; readonly minute: number };

const MINUTE_MS = 60_000;

/** The first day and minute after a notice, in a time zone. */
export function afterNotice(noticeMinutes: number, zone: string, now = Date.now()): From {
  // What begins within a minute is over by its end.
  const at = Math.ceil((now + noticeMinutes * MINUTE_MS) / MINUTE_MS) * MINUTE_MS;
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
  return { date: local.toPlainDate().toString(), minute: local.hour * 60 + local.minute };
}

/** From which minute somebody can come on a day; null where none up to the last one is left. */
export function earliestOn(date: string, last: number, from: From): number | null {
  const minute = date === from.date ? from.minute : 0;
  return date < from.date || minute > last ? null : minute;
}

/** The last drop-off that ends before the shop closes; where the day is longer than the shop's, the first one. */
export function lastDropOff(open: Window, arrivalTo: number, longest: number): number {
  return Math.max(open.from, Math.min(arrivalTo, open.to - longest));
}

type Chosen = ReadonlyMap<string, Offer>;

const fromOf = (shop: Shop, offers: Chosen): From => afterNotice(limitsOf(shop, offers).noticeMinutes, shop.business.timezoneName);

/** Of each day from which minute daycare can still begin; null where no drop-off is left. */
export function dropOffsFrom(shop: Shop, offers: Chosen, durations: readonly number[]): (date: string) => number | null {
  const { arrivalFrom, arrivalTo, departureTo } = stayRulesOf(shop.setting);
  const [hours, from] = [openingHoursOf(shop), fromOf(shop, offers)];
  const longest = Math.max(...durations);
  return (date) => {
    const open = windowOn(hours, date, { from: arrivalFrom, to: departureTo });
    return earliestOn(date, lastDropOff(open, arrivalTo, longest), from);
  };
}

/** Of each day from which minute a stay can still begin; null where no arrival is left. */
export function arrivalsFrom(shop: Shop, offers: Chosen): (date: string) => number | null {
  const { arrivalFrom, arrivalTo } = stayRulesOf(shop.setting);
  const [hours, from] = [openingHoursOf(shop), fromOf(shop, offers)];
  return (date) => earliestOn(date, windowOn(hours, date, { from: arrivalFrom, to: arrivalTo }).to, from);
}
