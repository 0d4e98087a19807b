/** One pet of an appointment as limits count it: its size ("0" when not known), its breed and what it gets. */
export type PetShare = { readonly sizeId: string; readonly breed: string; readonly serviceIds: readonly string[] };

/** As it is stored. */
export type StoredShare = readonly [sizeId: string, breed: string, serviceIds: readonly string[]];

export const toStored = ({ sizeId, breed, serviceIds }: PetShare): StoredShare => [sizeId, breed, serviceIds];
export const fromStored = ([sizeId, breed, serviceIds]: StoredShare): PetShare => ({ sizeId, breed, serviceIds });

type Coming = { readonly petSizeId: string; readonly breed: string; readonly serviceIds: readonly string[] };

/** Who comes as a question says it: pet by pet, or only how many of them for what. */
export function comers(asked: { readonly comingPets: readonly Coming[]; readonly pets: number; readonly serviceIds?: readonly string[] }) {
  const { comingPets, pets, serviceIds = [] } = asked;
  if (comingPets.length === 0) return { pets: pets || 1, serviceIds };
  const shares: PetShare[] = comingPets.map(({ petSizeId, ...pet }) => ({
    sizeId: petSizeId,
    breed: pet.breed,
    serviceIds: pet.serviceIds,
  }));
  return { pets: shares.length, serviceIds: [...new Set(shares.flatMap((one) => one.serviceIds))], shares };
}

/** Who comes, where only their number and services are known. */
export const unnamed = (pets: number, serviceIds: readonly string[]): PetShare[] =>
  Array.from({ length: pets }, () => ({ sizeId: "0", breed: "", serviceIds }));

/** Where something lies in a day by slot. Without a capacity it was put there beyond it on purpose. */
export type SlotPlace = { readonly start: number; readonly pets: number; readonly capacity: number | null };

/** Pets that take a place in a slot: all but those that only get services which take none. */
export function seatsOf(shares: readonly PetShare[], slotFree: readonly string[]): number {
  if (slotFree.length === 0) return shares.length;
  return shares.filter(({ serviceIds }) => serviceIds.length === 0 || serviceIds.some((id) => !slotFree.includes(id))).length;
}

/** At most so many pets a day; each list that is not empty narrows whom it counts. */
export type LimitationGroup = {
  readonly serviceIds: readonly string[];
  readonly maxPets: number;
  /** What people call it. */
  readonly name?: string;
  readonly petSizeIds?: readonly string[];
  readonly breeds?: readonly string[];
};

const spelt = (breed: string): string => breed.trim().toLowerCase();

export const countsFor = ({ serviceIds, petSizeIds = [], breeds = [] }: LimitationGroup, pet: PetShare): boolean =>
  (serviceIds.length === 0 || pet.serviceIds.some((id) => serviceIds.includes(id))) &&
  (petSizeIds.length === 0 || petSizeIds.includes(pet.sizeId)) &&
  (breeds.length === 0 || breeds.some((breed) => spelt(breed) === spelt(pet.breed)));

export const counted = (limit: LimitationGroup, shares: readonly PetShare[]): number =>
  shares.reduce((sum, pet) => sum + (countsFor(limit, pet) ? 1 : 0), 0);

export const limitInWords = ({ name, maxPets }: LimitationGroup): string => {
  const most = `at most ${maxPets} ${maxPets === 1 ? "pet" : "pets"} a day`;
  return name ? `${name}: ${most}` : most;
};
