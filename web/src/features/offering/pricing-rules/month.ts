import type { PricedStay } from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import { type Pricing, priceStay } from "@leashline/proto/rules/stay-price.ts";
import { dayToIso, isDay } from "../../../ui/format/dates.ts";
import { toMinor } from "../../../ui/format/money.ts";

/** What the stays of a month come to by some rules beside what they come to by others; in the smallest coin. */
export type Compared = { stays: number; before: bigint; after: bigint; dearer: number; cheaper: number };

function totalOf({ startDate, endDate, startTime: start, endTime: end, firstVisit, lines }: PricedStay, pricing: Pricing): bigint {
  if (!isDay(startDate) || !isDay(endDate)) return 0n;
  const span = { from: dayToIso(startDate), to: dayToIso(endDate), start, end, firstVisit };
  const wanted = lines.map(({ petId, serviceId, rate, unit, lodgings }) => {
    const own = lodgings.flatMap(({ startDate: from, endDate: to, nightlyPrice }) =>
      isDay(from) && isDay(to) ? [{ from: dayToIso(from), to: dayToIso(to), each: toMinor(nightlyPrice), name: "" }] : [],
    );
    return { petId, serviceId, rate: toMinor(rate), unit, own };
  });
  return priceStay(wanted, span, pricing).reduce((sum, { total }) => sum + total, 0n);
}

/** Each stay anew, at the rates that were agreed: by the rules as they are, and by those with the one that is tried. */
export function compared(stays: readonly PricedStay[], now: Pricing, tried: Pricing): Compared {
  const sum: Compared = { stays: 0, before: 0n, after: 0n, dearer: 0, cheaper: 0 };
  for (const stay of stays) {
    if (stay.lines.length === 0) continue;
    const [before, after] = [totalOf(stay, now), totalOf(stay, tried)];
    sum.stays += 1;
    sum.before += before;
    sum.after += after;
    if (after > before) sum.dearer += 1;
    if (after < before) sum.cheaper += 1;
  }
  return sum;
}
