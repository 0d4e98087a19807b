import fc from "fast-check";
import { expect, test } from "vitest";
import { chargesDue, countsBy, timesDue } from "./auto-charges.ts";

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

const given = [
  { petId: "1", kind: 2, times: 3 },
  { petId: "3", kind: 2, times: 1 },
  { petId: "2", kind: 2, times: 5 },
  { petId: "1", kind: 1, times: 9 },
  { petId: "3", kind: 1, times: 0 },
];
test.each([
  ["each time, only to whom it is for", { careTypes: ["BOARDING"] }, 4, 4],
  ["each time, to everybody", {}, 4, 9],
  ["once for each pet", {}, 2, 3],
  ["once for the visit", {}, 1, 1],
  ["nowhere else", { businessIds: ["2"] }, 4, 0],
])("a charge for medication counts %s", (_, more, applyType, times) => {
  const counted = { ...charge, ...more, ...countsBy({ surchargeType: 3, applyType }) };
  expect(timesDue(counted, { ...visit, given })).toBe(times);
  expect(timesDue(counted, visit), "nothing was given").toBe(0);
});
test("a charge for feeding counts what was fed", () => {
  expect(timesDue({ ...charge, ...countsBy({ surchargeType: 4, applyType: 4 }) }, { ...visit, given })).toBe(9);
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
