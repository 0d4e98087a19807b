import { create } from "@bufbuild/protobuf";
import { StorefrontSchema } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { expect, test } from "vitest";
import { weightOf } from "../draft.ts";
import { fits, typedWeight, wantsWeight } from "./weights.ts";

const shop = create(StorefrontSchema, {
  petSizes: [
    { id: "61", weightHigh: 20 },
    { id: "62", weightHigh: 60 },
  ],
  services: [{ serviceId: "1" }, { serviceId: "2", weightFrom: 10, weightTo: 15.5 }, { serviceId: "3", petSizeIds: ["62"] }],
});
const pet = { key: 1, petName: "Rex", petType: "Dog", breed: "", notes: "", serviceIds: [] as string[] };

test.each([
  ["", ["1", "2", "3"]],
  ["9,9", ["1"]],
  ["10", ["1", "2"]],
  ["15.5", ["1", "2"]],
  ["15.6", ["1"]],
  ["20", ["1"]],
  ["20.1", ["1", "3"]],
  ["400", ["1", "3"]],
])("of a pet that weighs %j the page offers %j", (weight, ids) => {
  expect(shop.services.filter((one) => fits(one, { weight }, shop)).map(({ serviceId }) => serviceId)).toEqual(ids);
});

test("the page says what a weight is for where what was chosen goes by it and it was not said, and nowhere else", () => {
  const wants = (weight: string, ...serviceIds: string[]) => wantsWeight({ ...pet, weight, serviceIds }, shop);
  expect([wants("", "1"), wants("", "1", "2"), wants("", "3"), wants("12", "2")]).toEqual([false, true, true, false]);
});

test("a draft that was begun before weights were asked has none", () => {
  expect([weightOf({}), weightOf({ weight: "12,5" }), weightOf({ weight: "9999" })]).toEqual([0, 12.5, 2000]);
});

test.each([
  ["70", "lb", "70"],
  ["70 l", "lb", "70"],
  ["70lb", "lb", "70"],
  ["70 LBS.", "lb", "70"],
  [" 12,5 ", "kg", "12,5"],
  ["12.5 kg", "kg", "12.5"],
  ["30 kg", "lb", undefined],
  ["30 lb", "kg", undefined],
  ["-5", "lb", undefined],
  ["2000", "lb", "2000"],
  ["2001", "lb", undefined],
  ["5000", "lb", undefined],
  ["1.234", "kg", undefined],
  ["heavy", "lb", undefined],
  ["", "lb", ""],
])("a weight typed as %j where %s is asked for is %j", (typed, unit, weight) => {
  expect(typedWeight(typed, unit)).toBe(weight);
});
