import { create } from "@bufbuild/protobuf";
import { AppointmentSchema } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { PetSchema } from "@leashline/proto/leashline/customer/v1/pet_pb.js";
import { ServiceSchema } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { expect, test } from "vitest";
import { fromMinor } from "../../../../../ui/format/money.ts";
import { newPlan, type Plan, petServicesOf, planOf, sumOf, toggled } from "../draft.ts";
import { sameAs } from "../last.ts";
import { outlineOf } from "../outline.ts";
import { addOnsFor, toggledAddOn, withoutLoose } from "./add-on-lines.ts";

const price = fromMinor(1_500n, "USD");
const addOn = { price, duration: 15, careType: "GROOMING", addOn: true };
const catalog = [
  create(ServiceSchema, { id: "1", careType: "GROOMING", duration: 60, price }),
  create(ServiceSchema, { id: "2", careType: "GROOMING", duration: 30, price }),
  create(ServiceSchema, { ...addOn, id: "60", applicableServiceIds: ["1"] }),
  create(ServiceSchema, { ...addOn, id: "61", availability: { petTypes: [{ petType: "Cat" }] } }),
  create(ServiceSchema, { ...addOn, id: "62", careType: "DAYCARE" }),
  create(ServiceSchema, { ...addOn, id: "63" }),
];
const nails = { id: "60", careType: "GROOMING" };
const dog = create(PetSchema, { petId: "10", petType: "Dog" });
const empty = newPlan({ date: "2026-11-24", staffId: "1", startTime: 600 });
const bath = toggled(empty, "10", "1");
const withNails = toggledAddOn(bath, "10", nails, []);
const idsOf = (plan: Plan) => plan.lines.map(({ serviceId }) => serviceId);

test("what fits on top of a pet's services is offered, and nothing before one is chosen", () => {
  const offered = (plan: Plan) => addOnsFor(plan, dog, catalog).map(({ id }) => id);
  expect(offered(empty)).toEqual([]);
  expect(offered(bath)).toEqual(["60", "63"]);
  expect(offered(toggled(empty, "10", "2"))).toEqual(["63"]);
  expect(offered(toggled(empty, "11", "1")), "another pet's").toEqual([]);
});

test("a press puts it on top and another takes it off; its minutes and price count", () => {
  expect(withNails.lines[1]).toMatchObject({ petId: "10", serviceId: "60", addOn: true });
  expect(sumOf(withNails, catalog, "USD")).toEqual({ minor: 3_000n, duration: 75 });
  expect(outlineOf(withNails, catalog)).toMatchObject([{ startTime: 600, endTime: 675, coming: [{ petId: "10", serviceIds: ["1"] }] }]);
  expect(idsOf(toggledAddOn(withNails, "10", nails, []))).toEqual(["1"]);
});

test("it is with whoever does the service below it, unless somebody else is named", () => {
  const by = (plan: Plan) => petServicesOf(plan, "USD")[0]?.services.map(({ staffId }) => staffId);
  const changed = (at: number, staffId: string) => ({
    ...withNails,
    lines: withNails.lines.map((line, nth) => (nth === at ? { ...line, staffId } : line)),
  });
  expect(by(changed(0, "2"))).toEqual(["2", "2"]);
  expect(by(changed(1, "3"))).toEqual(["1", "3"]);
});

test("it goes with the last service that it is on top of", () => {
  const two = toggledAddOn(toggled(bath, "10", "2"), "10", nails, []);
  expect(idsOf(withoutLoose(toggled(two, "10", "2"), catalog))).toEqual(["1", "60"]);
  expect(idsOf(withoutLoose(toggled(two, "10", "1"), catalog))).toEqual(["2"]);
});

test("a booked one stays with the service below it, and comes again with the same", () => {
  const line = { petId: "10", price, duration: 15, staffId: "2" };
  const petServiceList = [
    { ...line, petDetailId: "1", serviceId: "1" },
    { ...line, petDetailId: "2", serviceId: "60", addOn: true },
  ];
  const visit = create(AppointmentSchema, { staffId: "1", petServiceList });
  const shown = planOf(visit).lines.map(({ staffId, addOn: on }) => [staffId, on]);
  expect(shown).toEqual([
    ["2", undefined],
    [undefined, true],
  ]);
  const again = sameAs(visit, { services: catalog, pets: [{ petId: "10", lifeStatus: 1 }], staff: [{ staffId: "1" }, { staffId: "2" }] });
  expect(again.lines.map(({ staffId, addOn: on }) => [staffId, on])).toEqual(shown);
});
