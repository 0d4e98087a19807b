import { type Beside, goesWith } from "./goes-with.ts";
import { type PetRules, type PetTraits, type Refused, whyNot } from "./pet-fit.ts";

// On top of which services, for which pets and where an add-on may be had. For offering, calendar, booking page and the web client.

export type AddOnRules = {
  readonly careType: string;
  readonly inactive: boolean;
  readonly applicableServiceIds: readonly string[];
  readonly availability?: (PetRules & { readonly businessIds?: readonly string[] }) | undefined;
};

export type NoAddOn = "inactive" | "location" | "service" | Refused;

type Asked = {
  /** "0" asks about no location in particular. */
  readonly businessId: string;
  /** What else the pet gets. */
  readonly services: readonly Beside[];
  readonly pet: PetTraits;
};

/** Why a pet cannot have an add-on on top of its services; null when it can. */
export function whyNoAddOn(addOn: AddOnRules, { businessId, services, pet }: Asked): NoAddOn | null {
  const { inactive, availability: rules = {} } = addOn;
  if (inactive) return "inactive";
  if (businessId !== "0" && rules.businessIds?.length && !rules.businessIds.includes(businessId)) return "location";
  if (!services.some((service) => goesWith(addOn, service))) return "service";
  return whyNot(rules, pet);
}
