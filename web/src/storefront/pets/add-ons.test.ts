import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { StorefrontOfferSchema, StorefrontSchema } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { expect, test } from "vitest";
import { emptyPet, useDraft } from "../draft.ts";
import { sumText } from "../money.ts";
import { addOnsUnder } from "./add-ons.ts";
import { evaluateFirst } from "./evaluate-first.ts";
import { offersFor, pressed, whole } from "./own-pets.ts";

const usd = (units: bigint) => ({ currencyCode: "USD", units, nanos: 0 });
const sold = (serviceId: string, more: MessageInitShape<typeof StorefrontOfferSchema> = {}) => {
  const own = { serviceId, name: `Service ${serviceId}`, careType: "GROOMING", price: usd(10n), visitPrice: usd(10n) };
  return create(StorefrontOfferSchema, { ...own, ...more } as MessageInitShape<typeof StorefrontOfferSchema>);
};
const addOns = [
  sold("20", { addOn: true }),
  sold("21", { addOn: true, applicableServiceIds: ["2"] }),
  sold("22", { addOn: true, petTypes: ["Dog"], breeds: [{ petType: "dog", breeds: ["Poodle"] }], weightTo: 30, coatTypes: ["Curly"] }),
];
const services = [sold("1"), sold("2"), sold("3", { evaluationServiceId: "4" }), sold("4", { careType: "EVALUATION" })];
/** As the page reads it: add-ons behind the services. */
const shop = create(StorefrontSchema, { currencyCode: "USD", services: [...services, ...addOns], addOns });
// The rows are the ones that the page shows.
shop.addOns = shop.services.filter(({ addOn }) => addOn);
const pet = (serviceIds: string[], more: object = {}) => ({ ...emptyPet(1), petName: "Rex", serviceIds, ...more });
const under = (id: string, one: ReturnType<typeof pet>) =>
  addOnsUnder(shop.services.find(({ serviceId }) => serviceId === id)!, one, shop).map(
    ({ offer, unfit }) => `${offer.serviceId}${unfit ? "!" : ""}`,
  );

test("an add-on is none of the services, and stands once: under the first chosen one that it goes with", () => {
  expect(offersFor(pet([]), "visit", shop).map(({ serviceId }) => serviceId)).toEqual(["1", "2", "3", "4"]);
  expect(under("1", pet(["1"]))).toEqual(["20", "22"]);
  expect(under("2", pet(["2"]))).toEqual(["20", "21", "22"]);
  expect([under("1", pet(["1", "2"])), under("2", pet(["1", "2"]))]).toEqual([["20", "22"], ["21"]]);
  expect([under("1", pet(["2", "1"])), under("2", pet(["2", "1"]))]).toEqual([[], ["20", "21", "22"]]);
  expect(under("4", pet(["4"])), "an evaluation has none").toEqual([]);
});

test("only what the pet can have is offered; what was chosen before that was said is seen, to be taken off", () => {
  expect(under("1", pet(["1"], { breed: "pug" }))).toEqual(["20"]);
  expect(under("1", pet(["1"], { breed: "Poodle", weight: "31" }))).toEqual(["20"]);
  expect(under("1", pet(["1"], { coatType: "wire" }))).toEqual(["20"]);
  expect(under("1", pet(["1"], { petType: "Cat" }))).toEqual(["20"]);
  expect(under("1", pet(["1", "22"], { breed: "Pug" }))).toEqual(["20", "22!"]);
});

test("its price counts, and it goes with the last service that it goes with", () => {
  expect(sumText([pet(["1", "20"])], shop)).toBe("$20");
  expect(pressed(["2", "21", "20"], "2", shop)).toEqual([]);
  expect(pressed(["1", "2", "21", "20"], "2", shop)).toEqual(["1", "20"]);
  expect(pressed(["1", "20"], "20", shop)).toEqual(["1"]);
  expect(whole(["4", "20"], shop)).toEqual(["4"]);
  useDraft.setState({ pets: [pet(["3", "20"])] });
  evaluateFirst({ pet: 0, message: "", evaluationServiceId: "4", evaluationName: "" }, new Set(["3"]), shop);
  expect(useDraft.getState().pets[0]?.serviceIds).toEqual(["4"]);
});
