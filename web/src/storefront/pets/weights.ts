import { asksWeight, fitsWeight, sizeOf } from "@leashline/proto/rules/pet-size.ts";
import { type Pet, weightOf } from "../draft.ts";
import type { Offer, Shop } from "../types.ts";

/** Whether a pet may have it by its weight, as far as that is known. */
export const fits = (offer: Offer, pet: { weight?: string | undefined }, shop: Shop): boolean =>
  fitsWeight(offer, weightOf(pet), sizeOf(weightOf(pet), shop.petSizes));

/** Whether something that was chosen goes by a weight that nobody has said yet. */
export const wantsWeight = (pet: Pet, shop: Shop): boolean =>
  weightOf(pet) <= 0 && shop.services.some((offer) => pet.serviceIds.includes(offer.serviceId) && asksWeight(offer));
