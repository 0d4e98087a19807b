import { changePet, type Draft, type KnownPet, type Pet } from "../draft.ts";
import { type Kind, kindOf } from "../stay/kind.ts";
import type { Offer, Shop } from "../types.ts";
import { fits } from "./weights.ts";

type Coming = Pick<Pet, "petType" | "weight">;

/** What the page offers of a kind for a pet, as far as is known of it. */
export const offersFor = (pet: Coming, kind: Kind, shop: Shop): Offer[] =>
  shop.services.filter(
    (one) =>
      kindOf(one) === kind &&
      (one.petTypes.length === 0 || one.petTypes.some((type) => type.toLowerCase() === pet.petType.toLowerCase())) &&
      fits(one, pet, shop),
  );

const plain = (name: string): string => name.trim().toLowerCase();

/** Of the client's own pets those that do not come yet. */
export const choosable = ({ ownPets = [], pets }: Pick<Draft, "ownPets" | "pets">): KnownPet[] =>
  ownPets.filter(({ petName }) => !pets.some((pet) => plain(pet.petName) === plain(petName)));

/** One of their own comes, with what was chosen already, as far as it may have it. */
export function chooseOwn({ key, serviceIds }: Pet, own: KnownPet, kind: Kind, shop: Shop): void {
  const offered = offersFor(own, kind, shop);
  const kept = serviceIds.filter((id) => offered.some((one) => one.serviceId === id));
  changePet(key, { ...own, ...(kept.length < serviceIds.length && { serviceIds: kept }) });
}
