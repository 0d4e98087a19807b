import fc from "fast-check";
import { expect, test } from "vitest";
import { chargesDue, timesDue } from "./auto-charges.ts";

const charge = { perPet: false, careTypes: [] as string[], businessIds: [] as string[] };
const [boards, grooms] = [
  { petId: "1", careType: "BOARDING" },
  { petId: "2", careType: "GROOMING" },
];
const visit = { businessId: "1", lines: [boards, { ...boards, petId: "3" }, grooms, { ...grooms, petId: "1" }] };

test.each([
  ["once for a visit, whatever is in it", {}, 1],
  ["for each pet", { perPet: true }, 3],
  ["for each pet that boards", { perPet: true, careTypes: ["BOARDING"] }, 2],
  ["for no visit of another care type", { careTypes: ["DAYCARE"] }, 0],
  ["at its location", { businessIds: ["1", "2"] }, 1],
  ["at no other location", { businessIds: ["2"] }, 0],
])("a charge adds itself %s", (_, more, times) => {
  expect(timesDue({ ...charge, ...more }, visit)).toBe(times);
  expect(timesDue({ ...charge, ...more }, { ...visit, lines: [] })).toBe(0);
});

test("on any visit it is due as often as counting pet by pet says", () => {
  const careType = fc.constantFrom("BOARDING", "GROOMING", "DAYCARE");
  const place = fc.constantFrom("1", "2");
  const anyCharge = fc.record({ perPet: fc.boolean(), careTypes: fc.uniqueArray(careType), businessIds: fc.uniqueArray(place) });
  const anyVisit = fc.record({ businessId: place, lines: fc.array(fc.record({ petId: fc.constantFrom("1", "2", "3"), careType })) });
  fc.assert(
    fc.property(fc.array(anyCharge), anyVisit, (charges, asked) => {
      const slowly = charges.map((one) => {
        let pets = 0;
        for (const petId of ["1", "2", "3"])
          if (asked.lines.some((line) => line.petId === petId && (one.careTypes.length === 0 || one.careTypes.includes(line.careType))))
            pets += 1;
        if (one.businessIds.length > 0 && !one.businessIds.includes(asked.businessId)) return 0;
        return one.perPet ? pets : Math.min(pets, 1);
      });
      expect(chargesDue(charges, asked).map(({ quantity }) => quantity)).toEqual(slowly.filter((times) => times > 0));
    }),
  );
});
