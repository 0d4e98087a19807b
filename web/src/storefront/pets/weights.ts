import { asksWeight, fitsWeight, sizeOf } from "@leashline/proto/rules/pet-size.ts";
import { type Pet, weightOf } from "../draft.ts";
import type { Offer, Shop } from "../types.ts";

/** Whether a pet may have it by its weight, as far as that is known. */
export const fits = (offer: Offer, pet: { weight?: string | undefined }, shop: Shop): boolean =>
  fitsWeight(offer, weightOf(pet), sizeOf(weightOf(pet), shop.petSizes));

/** Whether something that was chosen goes by a weight that nobody has said yet. */
export const wantsWeight = (pet: Pet, shop: Shop): boolean =>
  weightOf(pet) <= 0 && shop.services.some((offer) => pet.serviceIds.includes(offer.serviceId) && asksWeight(offer));

const MOST = 2_000;

/** The number in what was typed, with or without the unit that is asked for; undefined where it is none, as in another unit: then what stood there stays. */
export function typedWeight(typed: string, unit: string): string | undefined {
  const { number = typed, rest = "" } = /^\s*(?<number>[\d.,]*)\s*(?<rest>\p{L}*)\.?\s*$/u.exec(typed)?.groups ?? {};
  const names = unit === "kg" ? ["kg", "kgs", "kilograms"] : ["lb", "lbs", "pounds"];
  const isOwnUnit = names.some((name) => name.startsWith(rest.toLowerCase()));
  const isNumber = /^\d{0,4}([.,]\d{0,2})?$/.test(number) && Number(number.replace(",", ".")) <= MOST;
  return isOwnUnit && isNumber ? number : undefined;
}
