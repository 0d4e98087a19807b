import { expect, test } from "vitest";
import { vaccineTexts } from "./vaccines.ts";

const shop = {
  services: [
    { serviceId: "1", careType: "DAYCARE" },
    { serviceId: "2", careType: "GROOMING" },
  ],
  requiredVaccines: [
    { name: "Rabies", careTypes: ["DAYCARE"], petTypes: [] },
    { name: "Bordetella", careTypes: [], petTypes: ["Dog"] },
    { name: "Distemper", careTypes: ["DAYCARE"], petTypes: ["Dog"] },
  ],
} as never;
const pet = (petName: string, petType: string, ...serviceIds: string[]) => ({ petName, petType, serviceIds });

test("each pet is told of the vaccines that the shop requires for what it is to have", () => {
  const pets = [pet("Waldo", "Dog", "1"), pet("Tom", "Cat", "2"), pet("", "Cat", "1"), pet("Rex", "dog", "2"), pet("Nobody", "Dog")];
  expect(vaccineTexts({ pets } as never, shop)).toEqual([
    "Waldo needs Rabies, Bordetella and Distemper, current through the last day.",
    "Your pet needs Rabies, current through the last day.",
    "Rex needs Bordetella, current through the last day.",
  ]);
});
