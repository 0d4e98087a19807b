import { ErrorCode, toWireDate } from "@leashline/kit";
import { partOf, refusalOf } from "@leashline/kit/test";
import { BusinessAppType } from "@leashline/proto/leashline/account/v1/enums_pb.js";
import { BusinessChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import { VanService } from "@leashline/proto/leashline/account/v1/van_service_pb.js";
import { DrivingInfoService } from "@leashline/proto/leashline/calendar/v1/driving_info_service_pb.js";
import { DrivingRuleService } from "@leashline/proto/leashline/calendar/v1/driving_rule_service_pb.js";
import { AddressService } from "@leashline/proto/leashline/customer/v1/address_pb.js";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { businessPlace, calendar, type Harness, openHarness } from "../../test/harness.ts";
import { drivingOf, legsOf, type Stop } from "./day.ts";
import { estimated, milesBetween } from "./ways.ts";

// Clients live north of each other, a tenth of a degree each: client 1 at 47.1, client 2 at 47.2. The place of client 9 is not known.
const placeOf = (id: string) => ({ lat: 47 + Number(id) / 10, lng: -122 });
type TestVan = { vanId: string; nickName: string; staffIdList: string[]; drivingRuleId: string; locationId: string };
const vans: TestVan[] = [
  { vanId: "1", nickName: "Blue", staffIdList: ["1"], drivingRuleId: "0", locationId: "0" },
  { vanId: "2", nickName: "Red", staffIdList: ["2"], drivingRuleId: "0", locationId: "0" },
];
const neighbours = [
  partOf(VanService, {
    listVans: async () => ({ vans }),
    updateVan: async ({ vanId, drivingRuleId, locationId }: Partial<TestVan>) => {
      const van = vans.find((one) => one.vanId === vanId);
      if (van)
        Object.assign(van, { ...(drivingRuleId !== undefined && { drivingRuleId }), ...(locationId !== undefined && { locationId }) });
      return { van };
    },
  }),
  partOf(AddressService, {
    batchGetClientPlaces: async ({ customerIds }: { customerIds: string[] }) => ({
      places: customerIds.filter((id) => id !== "9").map((customerId) => ({ customerId, ...placeOf(customerId) })),
    }),
  }),
];

let servers: Harness;
beforeAll(async () => {
  calendar.rpcs.push(...neighbours);
  servers = await openHarness();
});
afterAll(() => servers?.stop());

const rulesOf = (companyId = "1") => servers.client(DrivingRuleService, { companyId });
const info = () => servers.client(DrivingInfoService);
const codeOf = async (call: Promise<unknown>) => (await refusalOf(call)).code;
const date = "2031-03-03";
const MILES_A_STEP = milesBetween(placeOf("1"), placeOf("2")) * 1.3;
const mi = (steps: number) => Math.round(MILES_A_STEP * steps * 10) / 10;

test("driving-rule-defaults: a new rule allows 30 miles and 45 minutes; what a change does not name stays", async () => {
  const api = rulesOf("31");
  const { rule } = await api.saveDrivingRule({ name: "City" });
  expect(rule).toMatchObject({ name: "City", maxDist: 30, maxTime: 45, assignedVanIdList: [] });
  const drivingRuleId = rule!.drivingRuleId;
  await api.saveDrivingRule({ drivingRuleId, maxDist: 12 });
  expect((await api.listDrivingRules({})).rules).toMatchObject([{ drivingRuleId, name: "City", maxDist: 12, maxTime: 45, version: 2 }]);
  expect(await codeOf(api.saveDrivingRule({ name: "city" }))).toBe(ErrorCode.NAME_IN_USE);
  expect(await codeOf(api.saveDrivingRule({ drivingRuleId, maxDist: 0 }))).toBe(ErrorCode.PARAMS_INVALID);
  expect(await codeOf(api.saveDrivingRule({ drivingRuleId, maxDist: 9, version: 1 }))).toBe(ErrorCode.VERSION_CONFLICT);
  expect(await codeOf(rulesOf("32").saveDrivingRule({ drivingRuleId, maxDist: 9 }))).toBe(ErrorCode.NOT_FOUND);
  await rulesOf("32").deleteDrivingRule({ drivingRuleId });
  await api.deleteDrivingRule({ drivingRuleId });
  expect((await api.listDrivingRules({})).rules).toEqual([]);
});

test("a van keeps a rule and a parking place of its business; the lists say which vans do", async () => {
  const api = rulesOf();
  const { rule } = await api.saveDrivingRule({ name: "Near" });
  const start = { address: "Depot", lat: 47, lng: -122 };
  expect(await codeOf(api.saveParkingLocation({ name: "No start" }))).toBe(ErrorCode.PARAMS_INVALID);
  const { location } = await api.saveParkingLocation({ name: "Depot", start, end: { address: "Home", lat: 48, lng: -122 } });
  const ids = { drivingRuleId: rule!.drivingRuleId, locationId: location!.locationId };
  await api.relateVan({ vanId: "1", ...ids });
  await api.relateVan({ vanId: "2", locationId: ids.locationId });
  expect((await api.listDrivingRules({})).rules[0]?.assignedVanIdList).toEqual(["1"]);
  expect((await api.listParkingLocations({})).locations[0]).toMatchObject({ start, end: { address: "Home" }, vanIdList: ["1", "2"] });
  await api.relateVan({ vanId: "2", locationId: "0" });
  expect((await api.listParkingLocations({})).locations[0]?.vanIdList).toEqual(["1"]);
  for (const wrong of [{ vanId: "77" }, { vanId: "1", drivingRuleId: "77" }, { vanId: "1", locationId: "77" }])
    expect(await codeOf(api.relateVan(wrong))).toBe(ErrorCode.NOT_FOUND);
});

test("each stop tells the way to it, the last one the way home; nothing is said of a place nobody knows", async () => {
  await servers.book({ date, start: 540, petId: "10" });
  await servers.book({ date, start: 660, petId: "30" });
  await servers.book({ date, start: 780, petId: "90" });
  await servers.book({ date, start: 540, petId: "20", staffId: "2" });
  const { stops } = await info().batchGetDrivingInfo({ startDate: toWireDate(date) });
  expect(stops.map(({ staffId, driving: { $typeName: _, ...driving } = {} as never }) => [staffId, driving])).toEqual([
    ["1", { drivingMiles: mi(1), drivingMinutes: 18 }],
    ["1", { drivingMiles: mi(2), drivingMinutes: 36, intervalTime: 60 }],
    ["1", { intervalTime: 60 }],
    ["2", {}],
  ]);
  Object.assign(businessPlace, { addressLat: 47, addressLng: -122 });
  const { stops: seconds } = await info().batchGetDrivingInfo({ startDate: toWireDate(date), staffIdList: ["2"] });
  expect(seconds).toMatchObject([{ driving: { drivingMiles: mi(2), drivingOutMiles: mi(2), drivingOutMinutes: 36 } }]);
  expect(await codeOf(info().batchGetDrivingInfo({ startDate: toWireDate(date), endDate: toWireDate("2031-04-30") }))).toBe(
    ErrorCode.PARAMS_INVALID,
  );
});

test("to a visit that is not booked one drives from the stop before it, as though it alone came to the day; where clients come to the business nobody drives", async () => {
  Object.assign(businessPlace, { addressLat: 0, addressLng: 0 });
  const [on] = [toWireDate("2031-03-05")];
  await servers.book({ date: "2031-03-05", start: 540, petId: "10" });
  const moving = await servers.book({ date: "2031-03-05", start: 600, petId: "20" });
  const visit = { staffId: "1", date: on, startTime: 660, endTime: 720 };
  const visits = [
    { ...visit, customerId: "4" },
    { ...visit, customerId: "4", appointmentId: moving.id },
    { ...visit, customerId: "9" },
  ];
  const ask = (businessId: string) =>
    servers.client(DrivingInfoService, { kind: "service", via: "online-booking" }).getDrivingToVisits({ businessId, visits });
  const { drivings } = await ask("1");
  expect(drivings.map(({ drivingMiles }) => drivingMiles)).toEqual([mi(2), mi(3), undefined]);
  const business = { businessId: "1", businessName: "Paws", timezoneName: "America/Los_Angeles", currencyCode: "USD" };
  await servers.tell(BusinessChangedSchema, { ...business, appType: BusinessAppType.FACILITY }, "1");
  expect((await ask("1")).drivings.map(({ drivingMiles }) => drivingMiles)).toEqual([undefined, undefined, undefined]);
  await servers.tell(BusinessChangedSchema, { ...business, appType: BusinessAppType.MOBILE_GROOMING }, "1");
});

test("how far an address is from the business, from clients and from where vans start", async () => {
  Object.assign(businessPlace, { addressLat: 0, addressLng: 0 });
  expect(await codeOf(info().getDistance({ lat: 47.1, lng: -122 }))).toBe(ErrorCode.STATE_CONFLICT);
  Object.assign(businessPlace, { addressLat: 47, addressLng: -122 });
  expect((await info().getDistance({ lat: 47.1, lng: -122 })).way).toMatchObject({ drivingMiles: mi(1), drivingMinutes: 18 });
  const { clientsFrom, clientsTo, vanStaffFrom, vanStaffTo } = await info().calculateDrivingInfo({
    addressLat: 47.1,
    addressLng: -122,
    clientIdsFrom: ["3", "9"],
    clientIdsTo: ["2"],
    vanStaffIdsFrom: ["1"],
    vanStaffIdsTo: ["1"],
  });
  expect(clientsFrom.map(({ customerId, way }) => [customerId, way?.drivingMiles])).toEqual([["3", mi(2)]]);
  expect(clientsTo.map(({ customerId, way }) => [customerId, way?.drivingMiles])).toEqual([["2", mi(1)]]);
  expect(vanStaffFrom.map(({ way }) => way?.drivingMiles)).toEqual([mi(1)]);
  expect(vanStaffTo.map(({ way }) => way?.drivingMiles)).toEqual([mi(9)]);
});

test("an estimate is as long in both directions, never shorter than the line, and grows with the way", () => {
  const point = fc.record({ lat: fc.double({ min: -80, max: 80, noNaN: true }), lng: fc.double({ min: -179, max: 179, noNaN: true }) });
  fc.assert(
    fc.property(point, point, (a, b) => {
      expect(estimated(a, b)).toEqual(estimated(b, a));
      expect(estimated(a, b).miles).toBeGreaterThanOrEqual(milesBetween(a, b) - 0.05);
      expect(estimated(a, a)).toEqual({ miles: 0, minutes: 0 });
    }),
  );
});

test("every way that is told was asked for", () => {
  const stop = fc.record({
    staffId: fc.constantFrom("1", "2"),
    start: fc.integer({ min: 0, max: 1300 }),
    known: fc.boolean(),
    at: fc.integer({ min: 0, max: 9 }),
  });
  fc.assert(
    fc.property(fc.array(stop, { maxLength: 8 }), fc.boolean(), (some, parked) => {
      const stops = some.map(
        ({ known, at, ...one }, n): Stop => ({
          addressId: "0",
          ...one,
          appointmentId: String(n + 1),
          customerId: "1",
          date,
          end: one.start + 30,
          point: known ? placeOf(String(at)) : undefined,
        }),
      );
      const parkingOf = () => (parked ? { start: placeOf("0"), end: placeOf("0") } : {});
      const asked = new Set(legsOf(stops, parkingOf).map(({ from, to }) => `${from.lat} ${to.lat}`));
      drivingOf(stops, parkingOf, (from, to) => {
        expect(asked).toContain(`${from.lat} ${to.lat}`);
        return estimated(from, to);
      });
    }),
  );
});
