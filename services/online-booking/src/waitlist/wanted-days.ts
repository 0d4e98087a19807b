import { fail, fromWireDate, todayIn } from "@leashline/kit";
import type { Date as WireDate } from "@leashline/proto/google/type/date_pb.js";
import { mustSuit, refuse, type StayPet } from "../stays/stay.ts";
import { mustFitAddOns } from "../storefront/add-ons.ts";
import { mustBeForThem, ruleOf, stayRulesOf } from "../storefront/bookable.ts";
import { caresIn, missing, type Offer, spanWithin, unfit } from "../storefront/plan.ts";
import type { Shop } from "../storefront/shop.ts";
import { mustBeWhole } from "../storefront/times.ts";
import { type Family, familyOf, type Preferences, type Validity, validityOf } from "./entry/waitlist.ts";

/** On which days somebody of the booking page could come or begin their stay, how long that is, and in which family of the list they wait. */
export type Wanted = Pick<Preferences, "dates" | "nights"> & { readonly family: Family };

type Asked = { readonly dates: readonly WireDate[]; readonly nights: number };
type For = { readonly pets: readonly StayPet[]; readonly offers: ReadonlyMap<string, Offer> };

/** What is waited for by the night or by the day is waited for alone, as it is booked; a class has a line of its own. */
export function wantedOf(shop: Shop, asked: Asked, { pets, offers }: For): Wanted {
  mustBeOnOffer(pets, offers);
  const types = new Set(caresIn(offers));
  if (types.has("GROUP_CLASS")) throw refuse("pets.serviceIds", "A class has its own waitlist: choose the class to wait for a place.");
  const stays = [...types].some((type) => familyOf(type) === "stays");
  if (stays) mustSuit(pets, offers, !types.has("BOARDING"));
  return { family: stays ? "stays" : "others", dates: daysOf(shop, asked), nights: nightsOf(shop, asked.nights, types.has("BOARDING")) };
}

/** What could not be booked online is not waited for there either. */
function mustBeOnOffer(pets: readonly StayPet[], offers: ReadonlyMap<string, Offer>): void {
  const [unknown] = missing(pets, offers);
  if (unknown !== undefined) throw fail("SERVICE_NOT_FOUND", { field: "pets", facts: { serviceId: unknown } });
  mustBeWhole(pets, offers);
  const misfit = unfit(pets, offers);
  if (misfit) throw refuse("pets", `${misfit.name} is not for a pet of this weight.`);
  mustBeForThem(pets, offers);
  mustFitAddOns(pets, offers);
}

function nightsOf({ setting }: Shop, nights: number, stays: boolean): number {
  if (!stays && nights > 0) throw refuse("nights", "Only a stay has nights.");
  const { minNights, maxNights } = stayRulesOf(setting);
  if (stays && (nights < minNights || nights > maxNights))
    throw refuse("nights", `A stay here can be ${minNights} to ${maxNights} nights.`);
  return nights;
}

/** Days that could be booked if they were free, the one they would like most first. */
function daysOf(shop: Shop, { dates }: Asked): string[] {
  const days = [...new Set(dates.map((date) => fromWireDate(date, "dates")))];
  const today = todayIn(shop.business.timezoneName);
  if (days.some((day) => !spanWithin({ from: day, to: day }, today, ruleOf(shop))))
    throw refuse("dates", "One of these days cannot be booked online.");
  return days;
}

/** Ninety days, or until the last of the days that were asked for. */
export function validityFor(today: string, dates: readonly string[]): Validity {
  const { validFrom, validTill } = validityOf(today, {});
  return { validFrom, validTill: [validTill, ...dates].sort().at(-1) ?? validTill };
}
