import { PriceUnit } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { expect, test } from "vitest";
import { wished } from "../waitlist/entry/wish.ts";
import { type Offer, planFor } from "./plan.ts";

const offer = (serviceId: string, careType: string): Offer => ({
  ...{ serviceId, careType, name: careType, minor: 2_400n, unit: PriceUnit.PER_SESSION, duration: 30, byDay: false },
  ...{
    showPrice: true,
    showDuration: true,
    staffIds: [],
    evaluationServiceId: "0",
    ownLodging: false,
    taxId: "0",
    policy: {},
    bundleServiceIds: [],
    petTypes: [],
    weightFrom: 0,
    weightTo: 0,
    petSizeIds: [],
  },
  overrides: new Map([["5", { duration: 45 }]]),
});
const offers = new Map([
  ["1", offer("1", "DOG_WALKING")],
  ["2", offer("2", "GROOMING")],
]);

test.each([
  ["two dogs are walked together", [["1"], ["1"]], "3", 30],
  ["with somebody who takes longer", [["1"], ["1"]], "5", 45],
  ["two baths follow each other", [["2"], ["2"]], "3", 60],
  ["a bath after the walk", [["1", "2"], ["1"]], "3", 60],
])("what a visitor asks for takes, and each dog is paid for: %s", (_, pets, staffId, minutes) => {
  const wishes = pets.map((serviceIds) => ({ serviceIds }));
  expect(planFor(wishes, offers, staffId)).toMatchObject({ duration: minutes, minor: 2_400n * BigInt(pets.flat().length) });
});

test("who waits for a walk of two dogs waits for the time of one", () => {
  const line = { serviceId: "1", name: "Walk", careType: "DOG_WALKING", duration: 30, minor: "2400" };
  const pet = (petId: string) => ({ petId, petName: petId, petType: "Dog", breed: "", services: [line] });
  expect(wished([pet("1"), pet("2")])).toMatchObject({ duration: 30, total: "4800" });
});
