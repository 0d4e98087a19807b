/** For whom and where a service may be booked; an absent or empty rule lets everything pass. As stored. */
export type Availability = {
  businessIds?: string[];
  petTypes?: { petType: string; breeds?: string[] }[];
  petSizeIds?: string[];
  weightFrom?: number;
  weightTo?: number;
  coatTypes?: string[];
  excludedPetCodeIds?: string[];
  staffIds?: string[];
};

/** What decides whether a pet may have a service. */
export type PetTraits = {
  petType: string;
  breed: string;
  weight: number;
  petSizeId: string;
  coatType: string;
  petCodeIds: readonly string[];
};

export type Refused = "pet type" | "breed" | "size" | "weight" | "coat type" | "pet code";

const same = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();
const holds = (list: readonly string[] | undefined, value: string): boolean => !list?.length || list.some((entry) => same(entry, value));

/** The first rule that keeps a pet from a service; null when it may have it. A fact that is not known does not refuse. */
export function whyNot(rules: Availability, pet: PetTraits): Refused | null {
  if (rules.petTypes?.length) {
    const type = rules.petTypes.find((rule) => same(rule.petType, pet.petType));
    if (!type) return "pet type";
    if (pet.breed && !holds(type.breeds, pet.breed)) return "breed";
  }
  if (pet.petSizeId !== "0" && pet.petSizeId !== "" && !holds(rules.petSizeIds, pet.petSizeId)) return "size";
  if (pet.weight > 0) {
    if (rules.weightFrom && pet.weight < rules.weightFrom) return "weight";
    if (rules.weightTo && pet.weight > rules.weightTo) return "weight";
  }
  if (pet.coatType && !holds(rules.coatTypes, pet.coatType)) return "coat type";
  if (rules.excludedPetCodeIds?.some((id) => pet.petCodeIds.includes(id))) return "pet code";
  return null;
}

/** Whether a location offers it; "0" asks about no location in particular. */
export const offeredAt = (rules: Availability, businessId: string): boolean =>
  businessId === "0" || businessId === "" || !rules.businessIds?.length || rules.businessIds.includes(businessId);
