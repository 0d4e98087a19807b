import { create } from "@bufbuild/protobuf";
import { StorefrontSchema } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { expect, test } from "vitest";
import { leftOutText, lostText } from "./Lost.tsx";
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

test.each([
  [[], "25", "Not shown, because not for 25 lb: Full groom and Hand strip."],
  [["1"], "25", "Not shown, because not for 25 lb: Hand strip."],
  [["1", "3"], "25", ""],
])("where %j went with a weight of %s, what else is left out is named once", (gone, weight, said) => {
  const hidden = shop.services.filter(({ weightTo }) => weightTo > 0);
  expect(leftOutText(hidden, gone, { weight }, shop)).toBe(said);
});

test("more than five services that a weight leaves out are counted", () => {
  const six = create(StorefrontSchema, { services: ["A", "B", "C", "D", "E", "F"].map((name) => ({ serviceId: name, name })) }).services;
  expect(leftOutText(six, [], { weight: "80" }, shop)).toBe("Not shown, because not for 80 lb: 6 services.");
  expect(leftOutText(six.slice(1), [], { weight: "80" }, shop)).toBe("Not shown, because not for 80 lb: B, C, D, E and F.");
});
