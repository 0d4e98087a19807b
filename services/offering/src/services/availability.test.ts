import { type PetTraits, whyNot } from "@leashline/proto/rules/pet-fit.ts";
import { describe, expect, test } from "vitest";
import { isDedicatedStaff } from "../care-types/care-type.ts";
import { shade } from "../starter-catalogue/starter.ts";
import { offeredAt } from "./availability.ts";

const rex: PetTraits = { petType: "Dog", breed: "Poodle", weight: 30, petSizeId: "3", coatType: "Curly", petCodeIds: ["9"] };

describe("who may have a service", () => {
  test.each([
    ["no rule lets everybody in", {}, rex, null],
    ["the type is compared without case", { petTypes: [{ petType: "dog" }] }, rex, null],
    ["another type", { petTypes: [{ petType: "Cat" }] }, rex, "pet type"],
    ["a breed that is not listed", { petTypes: [{ petType: "Dog", breeds: ["Beagle"] }] }, rex, "breed"],
    ["an unknown breed is not refused", { petTypes: [{ petType: "Dog", breeds: ["Beagle"] }] }, { ...rex, breed: "" }, null],
    ["both ends of a weight range belong to it", { weightFrom: 30, weightTo: 30 }, rex, null],
    ["too light", { weightFrom: 31 }, rex, "weight"],
    ["too heavy", { weightTo: 29.5 }, rex, "weight"],
    ["an unknown weight is not refused", { weightTo: 10 }, { ...rex, weight: 0 }, null],
    ["another size", { petSizeIds: ["1", "2"] }, rex, "size"],
    ["another coat", { coatTypes: ["Long"] }, rex, "coat type"],
    ["its breed among others, however it is written", { petTypes: [{ petType: " DOG ", breeds: ["Beagle", " poodle "] }] }, rex, null],
    [
      "its breed for another type",
      {
        petTypes: [
          { petType: "Cat", breeds: ["Poodle"] },
          { petType: "Dog", breeds: [] },
        ],
      },
      rex,
      null,
    ],
    ["its size among others", { petSizeIds: ["1", "3"] }, rex, null],
    ["a size that is not known", { petSizeIds: ["1"] }, { ...rex, petSizeId: "0" }, null],
    ["a size that is not said", { petSizeIds: ["1"] }, { ...rex, petSizeId: "" }, null],
    ["a weight that is not known where one is asked for", { weightFrom: 10 }, { ...rex, weight: 0 }, null],
    ["its coat among others", { coatTypes: ["Long", "curly"] }, rex, null],
    ["a coat that is not known", { coatTypes: ["Long"] }, { ...rex, coatType: "" }, null],
    ["one of several codes that keep it out", { excludedPetCodeIds: ["8", "9"] }, rex, "pet code"],
    ["codes of others", { excludedPetCodeIds: ["8"] }, rex, null],
    ["a code that keeps it out", { excludedPetCodeIds: ["9"] }, rex, "pet code"],
  ] as const)("%s", (_, rules, pet, reason) => {
    expect(whyNot(JSON.parse(JSON.stringify(rules)), pet)).toBe(reason);
  });

  test("a location that is not listed does not offer it", () => {
    expect(offeredAt({ businessIds: ["2"] }, "1")).toBe(false);
    expect(offeredAt({ businessIds: ["2"] }, "2")).toBe(true);
    expect(offeredAt({}, "1")).toBe(true);
    expect(offeredAt({ businessIds: [] }, "1")).toBe(true);
    for (const nowhere of ["0", ""]) expect(offeredAt({ businessIds: ["2"] }, nowhere)).toBe(true);
  });

  test.each([
    ["GROOMING", false, true],
    ["BOARDING", true, true],
    ["BOARDING", false, false],
  ])("service-dedicated-staff: %s, flagged %s", (careType, flagged, dedicated) => {
    expect(isDedicatedStaff(careType, flagged)).toBe(dedicated);
  });

  test("starter colours are colours", () => {
    for (let i = 0; i < 12; i++) expect(shade("#2F6F5E", i)).toMatch(/^#[0-9A-F]{6}$/);
  });
});
