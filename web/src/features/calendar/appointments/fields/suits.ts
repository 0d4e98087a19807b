import type { Service } from "@leashline/proto/leashline/offering/v1/service_pb.js";

const same = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

/** Whether a service is for pets of this kind; one without a rule is for all. */
export const suits = ({ availability }: Pick<Service, "availability">, pet: { petType: string; breed: string }): boolean => {
  const rules = availability?.petTypes ?? [];
  const ofType = rules.filter((rule) => same(rule.petType, pet.petType));
  return rules.length === 0 || ofType.some(({ breeds }) => breeds.length === 0 || breeds.some((breed) => same(breed, pet.breed)));
};
