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

/** Without what is sold with something that is not among them. */
export const whole = (serviceIds: readonly string[], shop: Shop): string[] =>
  serviceIds.filter((id) =>
    (shop.services.find((one) => one.serviceId === id)?.bundleServiceIds ?? []).every((one) => serviceIds.includes(one)),
  );

/** A service with what comes along, or without both, for a pet that has these; an evaluation comes before what asks for it, whichever was pressed first. */
export function pressed(serviceIds: readonly string[], id: string, shop: Shop): string[] {
  const bundle = shop.services.find((one) => one.serviceId === id)?.bundleServiceIds ?? [];
  const others = serviceIds.filter((one) => one !== id && !bundle.includes(one));
  if (serviceIds.includes(id)) return whole(others, shop);
  const isFirst = shop.services.some((one) => one.evaluationServiceId === id);
  return [...(isFirst ? [id, ...others] : [...others, id]), ...bundle];
}

const plain = (name: string): string => name.trim().toLowerCase();

/** Of the client's own pets those that do not come yet. */
export const choosable = ({ ownPets = [], pets }: Pick<Draft, "ownPets" | "pets">): KnownPet[] =>
  ownPets.filter(({ petName }) => !pets.some((pet) => plain(pet.petName) === plain(petName)));

/** One of their own comes, with what was chosen already, as far as it may have it. */
export function chooseOwn({ key, serviceIds }: Pet, own: KnownPet, kind: Kind, shop: Shop): void {
  const offered = offersFor(own, kind, shop);
  const kept = whole(
    serviceIds.filter((id) => offered.some((one) => one.serviceId === id)),
    shop,
  );
  changePet(key, { ...own, ...(kept.length < serviceIds.length && { serviceIds: kept }) });
}
