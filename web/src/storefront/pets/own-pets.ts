import { goesWith } from "@leashline/proto/rules/goes-with.ts";
import { isForType } from "@leashline/proto/rules/pet-type.ts";
import type { Draft, KnownPet, Pet } from "../draft.ts";
import { type Kind, kindOf } from "../stay/kind.ts";
import type { Offer, Shop } from "../types.ts";
import { changePet } from "./changes.ts";
import { fits } from "./weights.ts";

type Coming = Pick<Pet, "petType" | "weight">;

/** What the page has of a kind for a pet, as far as is known of it. */
const ofKind = (pet: Coming, kind: Kind, shop: Shop): Offer[] =>
  shop.services.filter((one) => kindOf(one) === kind && isForType(one.petTypes, pet.petType) && fits(one, pet, shop));

/** The same without what is only had on top of it. */
export const offersFor = (pet: Coming, kind: Kind, shop: Shop): Offer[] => ofKind(pet, kind, shop).filter(({ addOn }) => !addOn);

const bundleOf = (id: string, shop: Shop): readonly string[] => shop.services.find((one) => one.serviceId === id)?.bundleServiceIds ?? [];

/** All that comes along with some services. */
const alongWith = (serviceIds: readonly string[], shop: Shop): Set<string> => new Set(serviceIds.flatMap((id) => bundleOf(id, shop)));

/** Without what is sold with something that is not among them, and add-ons that go with none of them. What came along itself is sold with nothing more. */
export function whole(serviceIds: readonly string[], shop: Shop): string[] {
  const along = alongWith(serviceIds, shop);
  const services = shop.services.filter(({ addOn, serviceId }) => !addOn && serviceIds.includes(serviceId));
  const lost = shop.addOns.filter((addOn) => !services.some(({ serviceId: id, careType }) => goesWith(addOn, { id, careType })));
  const gone = new Set(lost.map(({ serviceId }) => serviceId));
  const kept = serviceIds.filter((id) => !gone.has(id) && (along.has(id) || bundleOf(id, shop).every((one) => serviceIds.includes(one))));
  return kept.length < serviceIds.length ? whole(kept, shop) : kept;
}

/** What was chosen for a pet and may still be had at a weight. */
export function keptAt(weight: string, serviceIds: readonly string[], shop: Shop): string[] {
  const unfit = new Set([...shop.services, ...shop.addOns].filter((one) => !fits(one, { weight }, shop)).map((one) => one.serviceId));
  return whole(
    serviceIds.filter((id) => !unfit.has(id)),
    shop,
  );
}

const isAddOn = (id: string, shop: Shop): boolean => shop.addOns.some(({ serviceId }) => serviceId === id);
/** Add-ons come after what they are on top of. */
const inOrder = (ids: readonly string[], shop: Shop): string[] => [
  ...ids.filter((id) => !isAddOn(id, shop)),
  ...ids.filter((id) => isAddOn(id, shop)),
];

/**
 * A service with what comes along, or without both, for a pet that has these; what another one comes with too stays. An evaluation comes before what asks for it,
 * whichever was pressed first.
 */
export function pressed(serviceIds: readonly string[], id: string, shop: Shop): string[] {
  const bundle = bundleOf(id, shop);
  const others = serviceIds.filter((one) => one !== id && !bundle.includes(one));
  if (serviceIds.includes(id)) {
    const needed = alongWith(others, shop);
    const left = serviceIds.filter((one) => one !== id && (!bundle.includes(one) || needed.has(one)));
    return inOrder(whole(left, shop), shop);
  }
  const isFirst = shop.services.some((one) => one.evaluationServiceId === id);
  return inOrder([...(isFirst ? [id, ...others] : [...others, id]), ...bundle], shop);
}

const plain = (name: string): string => name.trim().toLowerCase();

/** Of the client's own pets those that do not come yet. */
export const choosable = ({ ownPets = [], pets }: Pick<Draft, "ownPets" | "pets">): KnownPet[] =>
  ownPets.filter(({ petName }) => !pets.some((pet) => plain(pet.petName) === plain(petName)));

/** One of their own comes, with what was chosen already, as far as it may have it. */
export function chooseOwn({ key, serviceIds }: Pet, own: KnownPet, kind: Kind, shop: Shop): void {
  const offered = ofKind(own, kind, shop);
  const kept = whole(
    serviceIds.filter((id) => offered.some((one) => one.serviceId === id)),
    shop,
  );
  changePet(key, { ...own, ...(kept.length < serviceIds.length && { serviceIds: kept }) });
}
