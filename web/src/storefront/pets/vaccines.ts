import type { Draft } from "../draft.ts";
import type { Shop } from "../types.ts";

const plain = (text: string): string => text.trim().toLowerCase();
const named = (words: readonly string[]): string => new Intl.ListFormat("en", { type: "conjunction" }).format(words);

/** "Waldo needs a current Rabies vaccination.": what the shop requires of each pet for what it is to have. */
export function vaccineTexts({ pets }: Pick<Draft, "pets">, shop: Pick<Shop, "requiredVaccines" | "services">): string[] {
  return pets.flatMap(({ petName, petType, serviceIds }) => {
    const careTypes = shop.services.filter(({ serviceId }) => serviceIds.includes(serviceId)).map(({ careType }) => careType);
    const needed = shop.requiredVaccines
      .filter((one) => one.careTypes.length === 0 || one.careTypes.some((type) => careTypes.includes(type)))
      .filter((one) => one.petTypes.length === 0 || one.petTypes.some((type) => plain(type) === plain(petType)))
      .map(({ name }) => name);
    if (needed.length === 0 || careTypes.length === 0) return [];
    return [`${petName.trim() || "Your pet"} needs ${named(needed)}, current through the last day.`];
  });
}
