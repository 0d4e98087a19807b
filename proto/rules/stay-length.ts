import { PriceUnit } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { nightsOf, type StaySpan } from "./stay-price.ts";

// What a stay that gets another length comes to where its price is not explained: for calendar and the web client.

/** Local days and minutes since midnight. */
export type StayDays = Omit<StaySpan, "firstVisit">;

const DAY_MINUTES = 1440;

/** How many of a unit of price a stay comes to: its nights, its days with the day of leaving, its minutes by the hour, or one. */
const unitsIn = (days: StayDays, unit: PriceUnit): bigint => {
  const nights = nightsOf(days);
  if (unit === PriceUnit.PER_NIGHT) return BigInt(nights);
  if (unit === PriceUnit.PER_DAY) return BigInt(nights + 1);
  return unit === PriceUnit.PER_HOUR ? BigInt(nights * DAY_MINUTES + days.end - days.start) : 1n;
};

/** A price that was agreed for a stay, at the same rate for another length; rounded half up. */
export function priceAtRate(price: bigint, unit: PriceUnit, before: StayDays, after: StayDays): bigint {
  const [had, has] = [unitsIn(before, unit), unitsIn(after, unit)];
  return had === has || had === 0n ? price : (price * has * 2n + had) / (had * 2n);
}

export const sameLength = (a: StayDays, b: StayDays): boolean => nightsOf(a) === nightsOf(b) && a.end - a.start === b.end - b.start;
