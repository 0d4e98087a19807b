import { create } from "@bufbuild/protobuf";
import { StorefrontSchema } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { expect, test } from "vitest";
import { type Draft, useDraft } from "../draft.ts";
import { asksPlace, emptyPlace, isLedHere, missingPlace, needsPlace, placeAmong } from "./place.ts";
import { isWalk } from "./walk.ts";
import { isWholeZip } from "./whole-zip.ts";

const services = [
  { serviceId: "1", careType: "GROOMING" },
  { serviceId: "2", careType: "DOG_WALKING" },
  { serviceId: "3", careType: "GROUP_CLASS" },
];
const shop = create(StorefrontSchema, { services, visitedCareTypes: ["DOG_WALKING"] });
const mobile = create(StorefrontSchema, { services, visitedCareTypes: ["DOG_WALKING", "GROOMING"] });
const draft = (serviceIds: string[], more: Partial<Draft> = {}): Draft => {
  const [pet] = useDraft.getState().pets;
  return { ...useDraft.getState(), pets: pet ? [{ ...pet, serviceIds }] : [], ...more };
};
const home = { ...emptyPlace, address1: "12 Oak Street", city: "Brooklyn", zipcode: "11201" };

test("only who asks for a walk is asked where it begins", () => {
  expect([asksPlace(draft(["1"]), shop), asksPlace(draft(["1", "2"]), shop)]).toEqual([false, true]);
});

test("a shop that visits its clients is told where of grooming too; of what it does elsewhere it is not", () => {
  expect([asksPlace(draft(["1"]), mobile), asksPlace(draft(["3"]), mobile), asksPlace(draft([]), mobile)]).toEqual([true, false, false]);
  expect([isWalk(draft(["1"]), mobile), isWalk(draft(["1", "2"]), mobile)]).toEqual([false, true]);
  expect(needsPlace(draft(["1"], { step: "time" }), mobile)).toBe(true);
});

test("a street, a city and a ZIP code are needed, or one of the own addresses", () => {
  expect(missingPlace()).toBe("Tell us the street");
  expect(missingPlace({ ...home, zipcode: " " })).toBe("Tell us the city and ZIP code");
  expect([missingPlace(home), missingPlace({ ...emptyPlace, addressId: "7" })]).toEqual([undefined, undefined]);
});

test("an address that is none of their own, or no longer, is typed; nobody is asked to before it is known which they have", () => {
  const chosen = { ...emptyPlace, addressId: "7" };
  expect([placeAmong(chosen, undefined), placeAmong(chosen, ["6", "7"])]).toEqual([chosen, chosen]);
  for (const own of [[], ["6"]]) expect(missingPlace(placeAmong(chosen, own))).toBe("Tell us the street");
  expect(placeAmong({ ...home, addressId: "7" }, [])).toEqual(home);
  expect(placeAmong(home, [])).toBe(home);
});

test("whoever chose nothing yet has the address that they are known by, or types one", () => {
  expect([placeAmong(undefined, undefined), placeAmong(undefined, [])]).toEqual([emptyPlace, emptyPlace]);
  expect(placeAmong(undefined, ["6", "7"]).addressId).toBe("6");
});

test("only a whole ZIP code lies in an area or outside of it: the beginning of one is not asked about", () => {
  expect(["1120", "112011", "11201-12"].filter((zip) => isWholeZip(zip, "US"))).toEqual([]);
  expect(["11201", "11201-1234", "112011234"].every((zip) => isWholeZip(zip, "US"))).toBe(true);
  expect([isWholeZip("SW1A", "GB"), isWholeZip("SW1A 1AA", "GB")]).toEqual([false, true]);
  expect([isWholeZip("101", "DE"), isWholeZip("10115", "DE")]).toEqual([false, true]);
});

test("who comes to a later step without it, for example by a link, is asked first; not with the pets, and not once it is sent", () => {
  expect(needsPlace(draft(["2"], { step: "time" }), shop)).toBe(true);
  expect(needsPlace(draft(["2"], { step: "time", place: home }), shop)).toBe(false);
  expect((["pets", "place", "done"] as const).map((step) => needsPlace(draft(["2"], { step }), shop))).toEqual([false, false, false]);
});

test("a step that came too early is not gone back to; who goes back to where a walk begins finds the step after it again", () => {
  const at = (place?: typeof home) => ({ step: "place" as const, ...(place && { place }) });
  expect([isLedHere(at(), "time"), isLedHere(at(emptyPlace), "you")]).toEqual([true, true]);
  expect([isLedHere(at(home), "time"), isLedHere(at(), "pets"), isLedHere({ step: "time" }, "you")]).toEqual([false, false, false]);
});
