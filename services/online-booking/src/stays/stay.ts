import { fail, fromWireDate, instantAt, todayIn } from "@leashline/kit";
import type { Date as WireDate } from "@leashline/proto/google/type/date_pb.js";
import { mustFitAddOns } from "../storefront/add-ons.ts";
import { limitsOf, mustBeForThem, ruleOf, stayRulesOf } from "../storefront/bookable.ts";
import { missing, type Offer, spanWithin, unfit, type WeighedWish } from "../storefront/plan.ts";
import type { Shop } from "../storefront/shop.ts";
import { mustBeWithin, openingHoursOf, windowOn } from "./hours.ts";

/** From one day to a later one, with the minutes of arrival and departure. */
export type Stay = { readonly date: string; readonly endDate: string; readonly startTime: number; readonly endTime: number };
export type StayPet = WeighedWish & {
  readonly petType: string /** Shares its room with no other family. */;
  readonly ownLodging?: boolean;
};

export const nightsOf = ({ date, endDate }: Pick<Stay, "date" | "endDate">): number =>
  Temporal.PlainDate.from(date).until(endDate, { largestUnit: "days" }).days;

type Times = {
  startDate?: WireDate | undefined;
  endDate?: WireDate | undefined;
  startTime: number;
  endTime: number;
};
export const stayOf = ({ startDate, endDate, startTime, endTime }: Times, first: "date" | "times.startDate" = "times.startDate"): Stay => ({
  date: fromWireDate(startDate, first),
  endDate: fromWireDate(endDate, first === "date" ? "endDate" : "times.endDate"),
  startTime,
  endTime,
});

export const refuse = (field: string, message: string) => fail("PARAMS_INVALID", { field, message });
const nights = (count: number): string => (count === 1 ? "1 night" : `${count} nights`);

/** A stay of a length, on days and at times that the business takes online; who filled in a form meanwhile may be late by as many minutes. */
export function mustBeOffered({ setting, business }: Shop, stay: Stay, offers: ReadonlyMap<string, Offer>, late = 0): void {
  const rules = stayRulesOf(setting);
  const [zone, length] = [business.timezoneName, nightsOf(stay)];
  if (length < 1) throw refuse("endDate", "A stay ends on a later day than it begins.");
  if (length < rules.minNights) throw refuse("endDate", `A stay here is ${nights(rules.minNights)} or longer.`);
  if (length > rules.maxNights)
    throw refuse("endDate", `A stay here is ${nights(rules.maxNights)} or shorter. Please call for a longer one.`);
  if (!spanWithin({ from: stay.date, to: stay.date }, todayIn(zone), ruleOf({ setting })))
    throw refuse("date", "This day cannot be booked online.");
  const hours = openingHoursOf({ setting });
  mustBeWithin("startTime", stay.startTime, stay.date, windowOn(hours, stay.date, { from: rules.arrivalFrom, to: rules.arrivalTo }));
  mustBeWithin("endTime", stay.endTime, stay.endDate, windowOn(hours, stay.endDate, { from: rules.departureFrom, to: rules.departureTo }));
  const earliest = Date.now() + (limitsOf({ setting }, offers).noticeMinutes - late) * 60_000;
  if (instantAt(stay.date, stay.startTime, zone).getTime() < earliest)
    throw refuse("date", "This stay begins too soon to be booked online.");
}

/** Every service is boarding, or daycare where the pets come for the day; each is on offer, and for such pets. */
export function mustSuit(pets: readonly StayPet[], offers: ReadonlyMap<string, Offer>, byDay = false): void {
  const [unknown] = missing(pets, offers);
  if (unknown !== undefined) throw fail("SERVICE_NOT_FOUND", { field: "pets", facts: { serviceId: unknown } });
  mustFitAddOns(pets, offers);
  // Of an add-on what it goes with is looked at already.
  const services = [...offers.values()].filter(({ addOn }) => !addOn);
  const other = services.find((offer) => (byDay ? !offer.byDay : offer.careType !== "BOARDING"));
  if (other) throw refuse("pets", `${other.name} is booked by itself, not with ${byDay ? "daycare" : "a stay"}.`);
  const misfit = unfit(pets, offers);
  if (misfit) throw refuse("pets", `${misfit.name} is not for a pet of this weight.`);
  mustBeForThem(pets, offers);
}

/** The pets, with whether they get a room that they share with no other family. */
export const roomed = <P extends Pick<StayPet, "serviceIds">>(
  pets: readonly P[],
  offers: ReadonlyMap<string, Pick<Offer, "ownLodging">>,
): (P & { ownLodging: boolean })[] =>
  pets.map((pet) => ({ ...pet, ownLodging: pet.serviceIds.some((id) => offers.get(id)?.ownLodging === true) }));
