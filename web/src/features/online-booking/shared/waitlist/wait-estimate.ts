import { StayDay } from "@leashline/proto/leashline/offering/v1/additional_service_pb.js";
import { PriceUnit, type Service } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import type { WaitlistEntry } from "@leashline/proto/leashline/online_booking/v1/waitlist_pb.js";
import { priceOnDays } from "@leashline/proto/rules/day-services.ts";
import { inTheirRooms } from "@leashline/proto/rules/room-rate.ts";
import { type Pricing, priceStay, type StayLine } from "@leashline/proto/rules/stay-price.ts";
import { addDays, dayToIso, isDay } from "../../../../ui/format/dates.ts";
import { fromMinor, type MoneyLike, toMinor } from "../../../../ui/format/money.ts";
import { familyOf } from "./wait-draft.ts";

/** What prices of stays are reckoned by: what is sold, by its id, and the rules. */
export type Known = { readonly sold: ReadonlyMap<string, Pick<Service, "priceUnit" | "stayDay">>; readonly pricing: Pricing };

/** Rules are for boarding; a day of daycare is one unit of it, or its hours. */
const none: Pricing = { rules: [], inSequence: false };
const ofADay = (line: StayLine): StayLine => (line.unit === PriceUnit.PER_NIGHT ? { ...line, unit: PriceUnit.PER_DAY } : line);

/**
 * What somebody who waits would pay for the services: a stay from the day that they would like most, as the calendar reckons it for a client who was here before,
 * in the cheapest rooms in which the pets fit.
 * Undefined while that is not known, and for a service that is no longer sold.
 */
export function estimateOf(entry: WaitlistEntry, known: Known | undefined): MoneyLike | undefined {
  const { careType, price, petList, datePreference, validFrom } = entry;
  if (familyOf(careType) === "others") return price;
  const lines = petList.flatMap(({ petId, serviceList }) => serviceList.map((one) => ({ petId, ...one })));
  const rated = lines.flatMap(({ petId, serviceId, careType: kind, duration, price: rate, addOn }) => {
    const { priceUnit: unit, stayDay = StayDay.UNSPECIFIED } = known?.sold.get(serviceId) ?? {};
    return unit === undefined ? [] : [{ petId, serviceId, kind, duration, rate: toMinor(rate), unit, addOn, stayDay }];
  });
  const first = datePreference?.dates[0] ?? validFrom;
  if (!known || rated.length < lines.length || !isDay(first)) return undefined;
  const from = dayToIso(first);
  const span = { from, to: addDays(from, Math.max(1, datePreference?.nights ?? 0)), start: 0, end: 0, firstVisit: false };
  const [onTop, whole] = [rated.filter(({ addOn }) => addOn), rated.filter(({ addOn }) => !addOn)];
  const [nights, days] = [whole.filter(({ kind }) => kind === "BOARDING"), whole.filter(({ kind }) => kind !== "BOARDING")];
  const day = { ...span, to: from };
  const rooms = new Map(
    petList.map(({ petId, roomRate: rate }) => [
      petId,
      rate ? [{ from, to: span.to, name: "", rate: { kind: rate.kind, minor: toMinor(rate.amount) } }] : [],
    ]),
  );
  const priced = [
    ...priceStay(
      inTheirRooms(nights, ({ petId }) => rooms.get(petId) ?? []),
      span,
      known.pricing,
    ),
    ...days.flatMap((one) => priceStay([ofADay(one)], { ...day, end: one.duration }, none)),
    ...onTop.map(({ kind, rate, stayDay }) => priceOnDays(rate, { when: stayDay }, kind === "BOARDING" ? span : day)),
  ];
  const all = priced.reduce((sum, { total }) => sum + total, 0n);
  return fromMinor(all, price?.currencyCode ?? "USD");
}
