import { type Pet, weightOf } from "../draft.ts";
import type { Shop } from "../types.ts";
import { whole } from "./own-pets.ts";
import { fits } from "./weights.ts";

/** What was chosen for a pet and may still be had at a weight. */
export function keptAt(weight: string, serviceIds: readonly string[], shop: Shop): string[] {
  const unfit = new Set([...shop.services, ...shop.addOns].filter((one) => !fits(one, { weight }, shop)).map((one) => one.serviceId));
  return whole(
    serviceIds.filter((id) => !unfit.has(id)),
    shop,
  );
}

/** What went with the weight of a pet, in words; empty when nothing did. */
export function lostText(gone: readonly string[], pet: Pick<Pet, "serviceIds" | "weight">, shop: Shop): string {
  const names = [...shop.services, ...shop.addOns].filter((one) => gone.includes(one.serviceId)).map(({ name }) => name);
  const unique = [...new Set(names)];
  if (unique.length === 0) return "";
  const named = new Intl.ListFormat("en", { type: "conjunction" }).format(unique);
  const what = `${named} ${unique.length > 1 ? "are" : "is"} not for ${weightOf(pet)} ${shop.weightUnit}`;
  return pet.serviceIds.length > 0 ? `${what}, so we took ${unique.length > 1 ? "them" : "it"} out.` : `${what}: choose a service.`;
}
