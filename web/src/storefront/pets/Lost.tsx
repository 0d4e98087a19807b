import { type Pet, weightOf } from "../draft.ts";
import { together } from "../money.ts";
import type { Shop } from "../types.ts";

/** What went with the weight of a pet, in words; empty when nothing did. */
export function lostText(gone: readonly string[], pet: Pick<Pet, "serviceIds" | "weight">, shop: Shop): string {
  const names = [...shop.services, ...shop.addOns].filter((one) => gone.includes(one.serviceId)).map(({ name }) => name);
  const unique = [...new Set(names)];
  if (unique.length === 0) return "";
  const what = `${together(unique)} ${unique.length > 1 ? "are" : "is"} not for ${weightOf(pet)} ${shop.weightUnit}`;
  return pet.serviceIds.length > 0 ? `${what}, so we took ${unique.length > 1 ? "them" : "it"} out.` : `${what}: choose a service.`;
}

type Props = { gone: readonly string[]; pet: Pet; shop: Shop };

/** Says what a weight took out, and why. */
const Lost = ({ gone, pet, shop }: Props) => (
  <p className="ll-text" role="status">
    {lostText(gone, pet, shop)}
  </p>
);

export default Lost;
