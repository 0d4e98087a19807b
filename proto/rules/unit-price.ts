import { PriceUnit } from "@leashline/proto/leashline/offering/v1/service_pb.js";

const dayInMinutes = 1440;

/**
 * What a service comes to for so many minutes, in the smallest coin: by the minute when priced per hour (rounded down), by every day or night begun, and as it is per
 * session. Calendar, storefront and web client all reckon with this.
 */
export function priceFor(minor: bigint, unit: PriceUnit, minutes: number): bigint {
  if (unit === PriceUnit.PER_HOUR) return (minor * BigInt(minutes)) / 60n;
  if (unit === PriceUnit.PER_NIGHT || unit === PriceUnit.PER_DAY) return minor * BigInt(Math.max(1, Math.ceil(minutes / dayInMinutes)));
  return minor;
}
