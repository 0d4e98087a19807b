import { type Pet, weightOf } from "../draft.ts";
import { together } from "../money.ts";
import type { Offer, Shop } from "../types.ts";

const MOST_NAMED = 5;

/** What went with the weight of a pet, in words; empty when nothing did. */
export function lostText(gone: readonly string[], pet: Pick<Pet, "serviceIds" | "weight">, shop: Shop): string {
  const names = [...shop.services, ...shop.addOns].filter((one) => gone.includes(one.serviceId)).map(({ name }) => name);
  const unique = [...new Set(names)];
  if (unique.length === 0) return "";
  const what = `${together(unique)} ${unique.length > 1 ? "are" : "is"} not for ${weightOf(pet)} ${shop.weightUnit}`;
  return pet.serviceIds.length > 0 ? `${what}, so we took ${unique.length > 1 ? "them" : "it"} out.` : `${what}: choose a service.`;
}

/** Which services the weight of a pet leaves out of the choice, in words; empty when none. Those that were chosen are named already. */
export function leftOutText(hidden: readonly Offer[], gone: readonly string[], pet: Pick<Pet, "weight">, shop: Shop): string {
  const names = [...new Set(hidden.filter(({ serviceId }) => !gone.includes(serviceId)).map(({ name }) => name))];
  if (names.length === 0) return "";
  const which = names.length > MOST_NAMED ? `${names.length} services` : together(names);
  return `Not shown, because not for ${weightOf(pet)} ${shop.weightUnit}: ${which}.`;
}

type Props = { gone: readonly string[]; hidden: readonly Offer[]; pet: Pet; shop: Shop };

/** Says what a weight took out and left out, and why. */
const Lost = ({ gone, hidden, pet, shop }: Props) => (
  <p className="ll-text ll-soft" role="status">
    {[lostText(gone, pet, shop), leftOutText(hidden, gone, pet, shop)].filter(Boolean).join(" ")}
  </p>
);

export default Lost;
