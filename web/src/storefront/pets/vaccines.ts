import { isForType } from "@leashline/proto/rules/pet-type.ts";
import type { Draft } from "../draft.ts";
import { together } from "../money.ts";
import type { Shop } from "../types.ts";

/** "Waldo needs Rabies, current through the last day.": what the shop requires of each pet for what it is to have. */
export function vaccineTexts({ pets }: Pick<Draft, "pets">, shop: Pick<Shop, "requiredVaccines" | "services">): string[] {
  return pets.flatMap(({ petName, petType, serviceIds }) => {
    const careTypes = shop.services.filter(({ serviceId }) => serviceIds.includes(serviceId)).map(({ careType }) => careType);
    const needed = shop.requiredVaccines
      .filter((one) => one.careTypes.length === 0 || one.careTypes.some((type) => careTypes.includes(type)))
      .filter((one) => isForType(one.petTypes, petType))
      .map(({ name }) => name);
    if (needed.length === 0 || careTypes.length === 0) return [];
    return [`${petName.trim() || "Your pet"} needs ${together(needed)}, current through the last day.`];
  });
}
