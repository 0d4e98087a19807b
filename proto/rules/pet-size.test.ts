import { expect, test } from "vitest";
import { whyNot } from "./pet-fit.ts";
import { fitsWeight } from "./pet-size.ts";

const small = { weightFrom: 1, weightTo: 20, petSizeIds: [] };
const large = { weightFrom: 21, weightTo: 50, petSizeIds: [] };
const exact = { weightFrom: 0, weightTo: 15.5, petSizeIds: [] };
const pet = { petType: "Dog", breed: "", petSizeId: "0", coatType: "", petCodeIds: [] };

test.each([
  [1, [true, false]],
  [20, [true, false]],
  [20.5, [true, false]],
  [20.99, [true, false]],
  [21, [false, true]],
  [50, [false, true]],
  [50.4, [false, true]],
  [51, [false, false]],
])("a pet of %d belongs to one of 1 to 20 and 21 to 50, also between them", (weight, fit) => {
  expect([small, large].map((rules) => fitsWeight(rules, weight, "0"))).toEqual(fit);
  expect([small, large].map((rules) => whyNot(rules, { ...pet, weight }) === null)).toEqual(fit);
});

test("an end that is no whole number ends there", () =>
  expect([15.5, 15.6].map((weight) => fitsWeight(exact, weight, "0"))).toEqual([true, false]));
