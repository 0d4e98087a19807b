import { create } from "@bufbuild/protobuf";
import { AppointmentSchema } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { StayDay } from "@leashline/proto/leashline/offering/v1/additional_service_pb.js";
import { ServiceSchema } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { expect, test } from "vitest";
import { NO_STAFF } from "../../../shared/types.ts";
import { type Extra, extrasAgain, extrasOf, fitsStay, withBefore } from "./extras.ts";

const { LAST, EVERY, ON_DATE } = StayDay;
const line = { petId: "10", staffId: "7" };
const stay = create(AppointmentSchema, {
  petServiceList: [
    { ...line, petDetailId: "1", serviceId: "1" },
    { ...line, petDetailId: "2", serviceId: "20", stayDay: LAST },
    { ...line, petDetailId: "3", serviceId: "21", stayDay: ON_DATE, serviceDate: { year: 2026, month: 12, day: 30 }, staffId: "8" },
    { ...line, petDetailId: "4", serviceId: "22", stayDay: LAST },
  ],
});

test("a stay booked again has its services on the same of its days; services and staff that are gone stay out", () => {
  const had = { began: "2026-12-28", extras: extrasOf(stay) };
  const before = extrasAgain(had, "2027-01-04");
  expect(
    extrasAgain(had, "2027-02-01").map(({ date }) => date),
    "the arrival is put elsewhere",
  ).toEqual(["", "2027-02-03", ""]);
  expect(before.map(({ petDetailId, date }) => [petDetailId, date])).toEqual([
    ["0", ""],
    ["0", "2027-01-06"],
    ["0", ""],
  ]);
  const comes = (serviceId: string, stayDay: StayDay): Extra => ({
    ...{ key: serviceId, petDetailId: "0", petId: "10", serviceId, stayDay, date: "", staffId: NO_STAFF },
  });
  const known = { catalog: [{ id: "20" }, { id: "21" }, { id: "23" }], staff: [{ staffId: "7" }] };
  const all = withBefore(before, [comes("20", EVERY), comes("23", EVERY)], known);
  expect(all.map(({ serviceId, stayDay, staffId }) => [serviceId, stayDay, staffId])).toEqual([
    ["20", LAST, "7"],
    ["21", ON_DATE, NO_STAFF],
    ["23", EVERY, NO_STAFF],
  ]);
});

test("an add-on that is inactive, of another location or for other boarding is not offered for a stay, whether its pet is known or not", () => {
  const addOn = (id: string, more: object = {}) => create(ServiceSchema, { id, careType: "BOARDING", addOn: true, ...more });
  const catalog = [
    create(ServiceSchema, { id: "1", careType: "BOARDING" }),
    addOn("20"),
    addOn("21", { inactive: true }),
    addOn("22", { availability: { businessIds: ["2"] } }),
    addOn("23", { applicableServiceIds: ["9"] }),
    addOn("24", { availability: { businessIds: ["1"], petTypes: [{ petType: "Cat" }] } }),
  ];
  const dog = { petId: "10", petType: "Dog", breed: "", weight: 0, petSizeId: "0", coatType: "", petCodeIds: [] };
  const fits = fitsStay([dog], catalog, { businessId: "1", boardingIds: ["1"] });
  const offered = (petId: string) => catalog.filter(({ id }) => fits(petId, id)).map(({ id }) => id);
  expect(offered("10")).toEqual(["1", "20"]);
  expect(offered("11"), "whoever books it is told").toEqual(["1", "20", "24"]);
});
