import { isWithin } from "./pet-size.ts";

// Whether a pet may have a service or an add-on. For offering, calendar, booking page and the web client.

/** Which pets may have it; an absent or empty rule lets everything pass. */
export type PetRules = {
  readonly petTypes?: readonly { readonly petType: string; readonly breeds?: readonly string[] }[];
  readonly petSizeIds?: readonly string[];
  readonly weightFrom?: number;
  readonly weightTo?: number;
  readonly coatTypes?: readonly string[];
  readonly excludedPetCodeIds?: readonly string[];
};

/** What decides whether a pet may have a service. */
export type PetTraits = {
  readonly petType: string;
  readonly breed: string;
  readonly weight: number;
  readonly petSizeId: string;
  readonly coatType: string;
  readonly petCodeIds: readonly string[];
};

export type Refused = "pet type" | "breed" | "size" | "weight" | "coat type" | "pet code";

const same = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();
const holds = (list: readonly string[] | undefined, value: string): boolean => !list?.length || list.some((entry) => same(entry, value));

/** The first rule that keeps a pet from it; null when it may have it. A fact that is not known does not refuse. */
export function whyNot(rules: PetRules, pet: PetTraits): Refused | null {
  if (rules.petTypes?.length) {
    const type = rules.petTypes.find((rule) => same(rule.petType, pet.petType));
    if (!type) return "pet type";
    if (pet.breed && !holds(type.breeds, pet.breed)) return "breed";
  }
  if (pet.petSizeId !== "0" && pet.petSizeId !== "" && !holds(rules.petSizeIds, pet.petSizeId)) return "size";
  if (pet.weight > 0 && !isWithin(pet.weight, rules.weightFrom ?? 0, rules.weightTo ?? 0)) return "weight";
  if (pet.coatType && !holds(rules.coatTypes, pet.coatType)) return "coat type";
  if (rules.excludedPetCodeIds?.some((id) => pet.petCodeIds.includes(id))) return "pet code";
  return null;
}
