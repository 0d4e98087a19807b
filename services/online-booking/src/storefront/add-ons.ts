import { fail, inList } from "@leashline/kit";
import { type NoAddOn, whyNoAddOn } from "@leashline/proto/rules/add-ons.ts";
import type { Offer, WeighedWish, Wish } from "./plan.ts";

// Add-ons stand among the services of a pet, by ids that no service has.

type Offers = ReadonlyMap<string, Offer>;
type Coming = WeighedWish & { readonly petType?: string; readonly coatType?: string };

export const addOnReasons: Record<NoAddOn, string> = {
  inactive: "cannot be booked just now",
  location: "is not offered here",
  service: "does not go with what was chosen",
  "pet type": "is not for such a pet",
  breed: "is not for this breed",
  size: "is not for a pet of this size",
  weight: "is not for a pet of this weight",
  "coat type": "is not for this coat",
  "pet code": "is not for this pet",
};

/** The first add-on of a wish that its pet cannot have, as far as the pet is known, or that goes with nothing else it gets. */
function misfitIn({ serviceIds, petType, breed = "", weight = 0, petSizeId, coatType = "" }: Coming, offers: Offers) {
  const chosen = serviceIds.flatMap((id) => offers.get(id) ?? []);
  const services = chosen.filter(({ addOn }) => !addOn).map(({ serviceId: id, careType }) => ({ id, careType }));
  const pet = { petType: petType ?? "", breed, weight, petSizeId, coatType, petCodeIds: [] };
  for (const { addOn, name, serviceId } of chosen) {
    const rules = addOn && !petType ? { ...addOn, availability: { ...addOn.availability, petTypes: [] } } : addOn;
    const reason = rules && whyNoAddOn(rules, { businessId: "0", services, pet });
    if (reason) return { serviceId, name, reason };
  }
  return undefined;
}

/** Whether what comes along by itself is for such a pet. */
export const fitsOnTop = (along: Offer, wish: Coming, offers: Offers): boolean =>
  !misfitIn({ ...wish, serviceIds: [...wish.serviceIds, along.serviceId] }, new Map([...offers, [along.serviceId, along]]));

/** Refuses an add-on that its pet cannot have. */
export function mustFitAddOns(wishes: readonly Coming[], offers: Offers): void {
  for (const [nth, wish] of wishes.entries()) {
    const misfit = misfitIn(wish, offers);
    if (!misfit) continue;
    const { serviceId, name, reason: why } = misfit;
    const reason = addOnReasons[why];
    const facts = { why: "addOn", reason: why, serviceId };
    throw fail("PARAMS_INVALID", { field: inList("pets", nth, "serviceIds"), reason, message: `${name} ${reason}.`, facts });
  }
}

/** What a pet had before, as far as its add-ons can be had again. */
export function withFittingAddOns<W extends Coming>(wish: W, offers: Offers): W {
  const misfit = misfitIn(wish, offers);
  const without = misfit && { ...wish, serviceIds: wish.serviceIds.filter((id) => id !== misfit.serviceId) };
  return without ? withFittingAddOns(without, offers) : wish;
}

/** The wishes as the calendar counts them for its limits: one bath with nails is one bath. */
export const withoutAddOns = <W extends Wish>(wishes: readonly W[], offers: Offers): W[] =>
  wishes.map((wish) => ({ ...wish, serviceIds: wish.serviceIds.filter((id) => !offers.get(id)?.addOn) }));
