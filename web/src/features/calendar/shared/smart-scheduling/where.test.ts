import { create } from "@bufbuild/protobuf";
import { AddressSchema } from "@leashline/proto/leashline/customer/v1/address_pb.js";
import { expect, test } from "vitest";
import { isFindable, whereOf } from "./where.ts";

const home = { customerAddressId: "1", isPrimary: true, lat: "47.6", lng: "-122.3", zipcode: "98101" };
const office = { customerAddressId: "2", lat: "47.7", lng: "-122.1", zipcode: "98103" };
const addresses = [home, office, { customerAddressId: "3" }].map((one) => create(AddressSchema, one));

test.each([
  ["their primary address goes without a place", "0", undefined],
  ["also by its number", "1", undefined],
  ["another one is where it is", "2", { lat: 47.7, lng: -122.1, zipcode: "98103" }],
  ["one of which that is not known has none", "3", undefined],
  ["one that is gone is the primary one", "9", undefined],
])("a time on the way is looked for where the visit is: %s", (_, id, where) => expect(whereOf(addresses, id)).toEqual(where));

test("no time is looked for where nobody knows the place: it would be found from the primary address", () => {
  expect(["0", "1", "2", "3", "9"].map((id) => isFindable(addresses, id))).toEqual([true, true, true, false, false]);
  expect(
    ["0", "2"].map((id) => isFindable(undefined, id)),
    "while the addresses are not known",
  ).toEqual([true, false]);
});
