import { expect, test } from "vitest";
import {
  comers,
  counted,
  countsFor,
  fromStored,
  type LimitationGroup,
  limitInWords,
  type PetShare,
  seatsOf,
  toStored,
} from "./pet-share.ts";

const pet = (sizeId = "5", breed = "Poodle", serviceIds: readonly string[] = ["1"]): PetShare => ({ sizeId, breed, serviceIds });
const limit = (change: Partial<LimitationGroup> = {}): LimitationGroup => ({ serviceIds: [], maxPets: 2, ...change });

test.each([
  ["one that names nothing counts everybody", limit(), pet(), true],
  ["a service the pet gets", limit({ serviceIds: ["1", "2"] }), pet("5", "Poodle", ["2", "3"]), true],
  ["a service it does not get", limit({ serviceIds: ["1"] }), pet("5", "Poodle", ["2"]), false],
  ["its size", limit({ petSizeIds: ["5", "6"] }), pet("6"), true],
  ["another size", limit({ petSizeIds: ["5"] }), pet("6"), false],
  ["its breed, however it is written", limit({ breeds: ["Boxer", " POODLE"] }), pet("5", "poodle "), true],
  ["another breed", limit({ breeds: ["Boxer"] }), pet(), false],
  ["its service and another size", limit({ serviceIds: ["1"], petSizeIds: ["6"] }), pet(), false],
  ["its size and another breed", limit({ petSizeIds: ["5"], breeds: ["Boxer"] }), pet(), false],
  ["all three of it", limit({ serviceIds: ["1"], petSizeIds: ["5"], breeds: ["Poodle"] }), pet(), true],
])("a limit and %s", (_, given, one, expected) => {
  expect(countsFor(given, one)).toBe(expected);
  expect(counted(given, [one, pet("9", "Akita", ["9"]), one])).toBe(
    (expected ? 2 : 0) + (countsFor(given, pet("9", "Akita", ["9"])) ? 1 : 0),
  );
});

test.each([
  ["all, where every service takes one", [], 3],
  ["not those that only get services which take none", ["2"], 2],
  ["none, where no service takes one; a pet of no known service does", ["1", "2"], 1],
])("places that pets take in a slot: %s", (_, slotFree, seats) =>
  expect(seatsOf([pet("5", "", ["1", "2"]), pet("5", "", ["2"]), pet("5", "", [])], slotFree)).toBe(seats),
);

test("who comes: pet by pet with all that they get, or only how many", () => {
  const coming = [
    { petSizeId: "5", breed: "Poodle", serviceIds: ["1", "2"] },
    { petSizeId: "6", breed: "", serviceIds: ["2"] },
  ];
  const shares = [pet("5", "Poodle", ["1", "2"]), pet("6", "", ["2"])];
  expect(comers({ comingPets: coming, pets: 9, serviceIds: ["7"] })).toEqual({ pets: 2, serviceIds: ["1", "2"], shares });
  expect(comers({ comingPets: [], pets: 3, serviceIds: ["7"] })).toEqual({ pets: 3, serviceIds: ["7"] });
  expect(comers({ comingPets: [], pets: 0 })).toEqual({ pets: 1, serviceIds: [] });
});

test("what is stored is read again, and a limit says itself in words", () => {
  expect(toStored(pet())).toEqual(["5", "Poodle", ["1"]]);
  expect(fromStored(toStored(pet()))).toEqual(pet());
  expect([limitInWords(limit({ maxPets: 1 })), limitInWords(limit({ name: "Large dogs" }))]).toEqual([
    "at most 1 pet a day",
    "Large dogs: at most 2 pets a day",
  ]);
});
