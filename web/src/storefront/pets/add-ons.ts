import { whyNoAddOn } from "@leashline/proto/rules/add-ons.ts";
import { goesWith } from "@leashline/proto/rules/goes-with.ts";
import { sizeOf } from "@leashline/proto/rules/pet-size.ts";
import { type Pet, weightOf } from "../draft.ts";
import type { Offer, Shop } from "../types.ts";

const plain = (name: string): string => name.trim().toLowerCase();
const beside = ({ serviceId: id, careType }: Offer) => ({ id, careType });

const rulesOf = ({ careType, applicableServiceIds, petTypes, breeds, petSizeIds, weightFrom, weightTo, coatTypes }: Offer) => ({
  ...{ careType, applicableServiceIds, inactive: false },
  availability: {
    petTypes: petTypes.map((petType) => breeds.find((one) => plain(one.petType) === plain(petType)) ?? { petType }),
    ...{ petSizeIds, weightFrom, weightTo, coatTypes },
  },
});

/**
 * The add-ons that stand under a service of a pet: those for which it is the first that was chosen of those they go with, as far as the pet can have them. What was
 * chosen before more was said of the pet stays, so that nothing goes unseen.
 */
export function addOnsUnder(under: Offer, pet: Pet, shop: Shop): { offer: Offer; unfit: boolean }[] {
  const chosen = pet.serviceIds.flatMap((id) => shop.services.find(({ addOn, serviceId }) => !addOn && serviceId === id) ?? []);
  const { petType, breed, coatType = "" } = pet;
  const weight = weightOf(pet);
  const traits = { petType, breed, weight, petSizeId: sizeOf(weight, shop.petSizes), coatType, petCodeIds: [] };
  return shop.addOns
    .filter((one) => chosen.find((service) => goesWith(one, beside(service))) === under)
    .map((offer) => ({ offer, unfit: whyNoAddOn(rulesOf(offer), { businessId: "0", services: [beside(under)], pet: traits }) !== null }))
    .filter(({ offer, unfit }) => !unfit || pet.serviceIds.includes(offer.serviceId));
}
