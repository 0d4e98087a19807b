import { create } from "@bufbuild/protobuf";
import { StorefrontSchema } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { beforeEach, expect, test } from "vitest";

const { beginFor, openDraft, startOver, useDraft } = await import("../draft.ts");
const { addPet, changePet } = await import("./changes.ts");
const { choosable, chooseOwn, pressed, whole } = await import("./own-pets.ts");

const shop = create(StorefrontSchema, {
  services: [
    { serviceId: "1", careType: "GROOMING" },
    { serviceId: "2", careType: "GROOMING", weightTo: 15 },
    { serviceId: "3", careType: "GROOMING", petTypes: ["Cat"] },
  ],
});
const person = { firstName: "Dana", lastName: "Moreau", phoneNumber: "(206) 555-0151", email: "" };
const rex = { petName: "Rex", petType: "Dog", breed: "Pug", weight: "18.5" };
const ash = { petName: "Ash", petType: "Cat", breed: "", weight: "" };
const now = () => useDraft.getState();
const names = () => choosable(now()).map(({ petName }) => petName);
const choose = (key: number, own: typeof rex) => chooseOwn(now().pets.find((pet) => pet.key === key)!, own, "visit", shop);
beforeEach(() => {
  openDraft(`shop-${Math.random()}`);
  beginFor(now().name, person, [], [rex, ash]);
});

test("who comes from their own place chooses the first pet and another one of their own, each once, with its weight", () => {
  expect([now().pets[0]?.petName, names()]).toEqual(["", ["Rex", "Ash"]]);
  choose(1, rex);
  expect([now().pets[0], names()]).toEqual([expect.objectContaining(rex), ["Ash"]]);
  addPet();
  choose(2, ash);
  expect([now().pets[1], names()]).toEqual([expect.objectContaining(ash), []]);
  startOver();
  changePet(1, { petName: " rex " });
  changePet(2, { petName: "" });
  expect(names(), "another booking, and one whose name was typed").toEqual(["Ash"]);
});

test("what was chosen before the pet stays as far as the pet may have it", () => {
  changePet(1, { serviceIds: ["1", "2", "3"] });
  choose(1, rex);
  expect(now().pets[0]?.serviceIds).toEqual(["1"]);
});

test("a booking begun for one pet offers the others for another one; who came from nowhere has none to choose", () => {
  beginFor(now().name, person, [rex], [rex, ash]);
  expect([now().pets[0], names()]).toEqual([expect.objectContaining(rex), ["Ash"]]);
  openDraft("elsewhere");
  expect(names()).toEqual([]);
});

test("a service is chosen with what is sold with it, goes with it, and is not left without it", () => {
  const services = [{ serviceId: "1" }, { serviceId: "2", bundleServiceIds: ["1", "3"] }, { serviceId: "3" }];
  const sold = create(StorefrontSchema, { services });
  expect(pressed(["1"], "2", sold)).toEqual(["2", "1", "3"]);
  expect(pressed(["2", "1", "3"], "2", sold)).toEqual([]);
  expect(pressed(["2", "1", "3"], "3", sold)).toEqual(["1"]);
  expect(whole(["2", "1"], sold)).toEqual(["1"]);
});

test("what two services come with stays until the last of them goes", () => {
  const services = [{ serviceId: "1", bundleServiceIds: ["3"] }, { serviceId: "2", bundleServiceIds: ["3"] }, { serviceId: "3" }];
  const sold = create(StorefrontSchema, { services });
  const both = pressed(pressed([], "1", sold), "2", sold);
  expect(both).toEqual(["1", "2", "3"]);
  expect(pressed(both, "2", sold)).toEqual(["1", "3"]);
  expect(pressed(pressed(both, "2", sold), "1", sold)).toEqual([]);
});

test("what came along comes with nothing more; once it is there by itself, it does not stay without its own", () => {
  const services = [{ serviceId: "1", bundleServiceIds: ["2"] }, { serviceId: "2", bundleServiceIds: ["3"] }, { serviceId: "3" }];
  const sold = create(StorefrontSchema, { services });
  expect(pressed([], "1", sold)).toEqual(["1", "2"]);
  expect(whole(["1", "2"], sold)).toEqual(["1", "2"]);
  expect(whole(["2"], sold)).toEqual([]);
  expect(pressed(["1", "2"], "1", sold)).toEqual([]);
});

test("add-ons come after what they are on top of, in whatever order they were pressed, and go with the last of it", () => {
  const services = [
    { serviceId: "1", careType: "GROOMING" },
    { serviceId: "3", careType: "GROOMING" },
  ];
  const page = create(StorefrontSchema, { services, addOns: [{ serviceId: "20", careType: "GROOMING", addOn: true }] });
  expect(pressed(["1", "20"], "3", page)).toEqual(["1", "3", "20"]);
  expect(pressed(["1", "20", "3"], "1", page)).toEqual(["3", "20"]);
  expect(pressed(["1", "20"], "1", page)).toEqual([]);
});
