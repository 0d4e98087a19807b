import type { Pet } from "@leashline/proto/leashline/customer/v1/pet_pb.js";
import type { Service } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { whyNoAddOn } from "@leashline/proto/rules/add-ons.ts";
import { goesWith } from "@leashline/proto/rules/goes-with.ts";
import { DAYCARE } from "../../../shared/stay/refusal-text.ts";
import { NO_STAFF } from "../../../shared/types.ts";
import { type DraftLine, type Plan, toggled } from "../draft.ts";

type AddOn = Pick<Service, "id" | "careType">;

// Add-ons on top of what a pet gets. Pure.

const servicesOf = ({ lines }: Plan, petId: string, catalog: readonly Service[]): Service[] =>
  lines.filter((line) => line.petId === petId && !line.addOn).flatMap((line) => catalog.find(({ id }) => id === line.serviceId) ?? []);

/** The add-ons that a pet can have on top of its services, and those that it has. */
export const addOnsFor = (plan: Plan, pet: Pet, catalog: readonly Service[]): Service[] => {
  const services = servicesOf(plan, pet.petId, catalog);
  const has = (id: string) => plan.lines.some((line) => line.petId === pet.petId && line.serviceId === id);
  return catalog.filter((one) => one.addOn && (has(one.id) || whyNoAddOn(one, { businessId: "0", services, pet }) === null));
};

/** Puts an add-on on top of what a pet gets, or takes it off. */
export const toggledAddOn = (plan: Plan, petId: string, { id, careType }: AddOn, before: readonly DraftLine[]): Plan => {
  const after = toggled(plan, petId, id, before);
  // Whoever has a pet in daycare is with all of them: nobody is named for what one of them gets.
  const nobody = careType === DAYCARE && { staffId: NO_STAFF };
  const lines = after.lines.map(
    (line): DraftLine => (line.petId === petId && line.serviceId === id ? { ...line, ...nobody, addOn: true } : line),
  );
  return { ...after, lines };
};

/** An add-on goes with the last service that it is on top of. */
export const withoutLoose = (plan: Plan, catalog: readonly Service[]): Plan => {
  const lines = plan.lines.filter((line) => {
    if (!line.addOn) return true;
    const addOn = catalog.find(({ id }) => id === line.serviceId);
    const services = plan.lines.filter((one) => one.petId === line.petId && !one.addOn);
    return services.some(({ serviceId }) => {
      const service = catalog.find(({ id }) => id === serviceId);
      return !addOn || !service || goesWith(addOn, service);
    });
  });
  return lines.length === plan.lines.length ? plan : { ...plan, lines };
};
