import { create } from "@bufbuild/protobuf";
import { StorefrontSchema } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { expect, test } from "vitest";
import { lostText } from "./Lost.tsx";
import { keptAt } from "./own-pets.ts";

const shop = create(StorefrontSchema, {
  weightUnit: "lb",
  services: [
    { serviceId: "1", name: "Full groom", careType: "GROOMING", weightTo: 20 },
    { serviceId: "3", name: "Hand strip", careType: "GROOMING", weightTo: 20 },
    { serviceId: "2", name: "Bath", careType: "GROOMING" },
  ],
  addOns: [{ serviceId: "9", name: "Nail trim", careType: "GROOMING", addOn: true, applicableServiceIds: ["1"] }],
});

test.each([
  [["1"], "20.5", ["1"], ""],
  [["1"], "25", [] as string[], "Full groom is not for 25 lb: choose a service."],
  [["1", "2"], "25", ["2"], "Full groom is not for 25 lb, so we took it out."],
  [["1", "9"], "25", [], "Full groom and Nail trim are not for 25 lb: choose a service."],
  [["1", "9", "3"], "25", [], "Full groom, Hand strip and Nail trim are not for 25 lb: choose a service."],
  [["1"], "", ["1"], ""],
])("of %j at %j what stays, and what went is named", (serviceIds, weight, kept, said) => {
  expect(keptAt(weight, serviceIds, shop)).toEqual(kept);
  const gone = serviceIds.filter((id) => !kept.includes(id));
  expect(lostText(gone, { serviceIds: kept, weight }, shop)).toBe(said);
});
