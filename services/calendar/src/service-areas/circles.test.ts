import { toWireDate } from "@leashline/kit";
import { partOf, refusalOf } from "@leashline/kit/test";
import { BusinessChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import { VanService } from "@leashline/proto/leashline/account/v1/van_service_pb.js";
import { ServiceAreaService, ServiceAreaType } from "@leashline/proto/leashline/calendar/v1/service_area_service_pb.js";
import { SmartRule, SmartSchedulingService } from "@leashline/proto/leashline/calendar/v1/smart_scheduling_service_pb.js";
import { MOST_METERS, metersBetween } from "@leashline/proto/rules/area-circle.ts";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { beforeAnswer, businessPlace, calendar, type Harness, openHarness } from "../../test/harness.ts";
import { type Area, coverage } from "./service-area.ts";

let harness: Harness;
beforeAll(async () => {
  calendar.rpcs.push(partOf(VanService, { listVans: async () => ({ vans: [] }) }));
  harness = await openHarness([]);
});
afterAll(() => harness?.stop());
beforeEach(() => Object.assign(businessPlace, { addressLat: 47.6, addressLng: -122.3 }));

const areasAt = (companyId: string) => harness.client(ServiceAreaService, { companyId });
const pine = { radiusMeters: 16_093, center: { lat: 47.610001, lng: -122.340002 }, address: "12 Pine St, Seattle" };
const around = (circle: object, areaName = "Near") => ({ areaName, serviceAreaType: ServiceAreaType.CIRCLE, circle });
const here = { radiusMeters: 10_000, atLocation: true };
const business = { businessId: "1", businessName: "Paws", timezoneName: "America/Los_Angeles", currencyCode: "USD" };

test("a circle around an address is kept to the meter and the millionth of a degree, changed where it is named, and stays beside a list of zip codes", async () => {
  const api = areasAt("71");
  const { area } = await api.saveServiceArea(around({ ...pine, address: ` ${pine.address} ` }));
  expect(area).toMatchObject({ serviceAreaType: ServiceAreaType.CIRCLE, circle: { ...pine, atLocation: false } });
  const { areaId } = area!;
  await api.saveServiceArea({ areaId, circle: { ...pine, radiusMeters: 500, center: { lat: -33.8567844, lng: 151.2152967 } } });
  const read = async () => (await api.listServiceAreas({})).areas[0];
  expect((await read())?.circle).toMatchObject({ radiusMeters: 500, center: { lat: -33.856784, lng: 151.215297 } });
  await api.saveServiceArea({ areaId, serviceAreaType: ServiceAreaType.ZIPCODES, zipcodes: ["98101"] });
  expect(await read()).toMatchObject({ serviceAreaType: ServiceAreaType.ZIPCODES, zipcodes: ["98101"], circle: { radiusMeters: 500 } });
  const gone = api.saveServiceArea({
    areaId,
    serviceAreaType: ServiceAreaType.CIRCLE,
    updateMask: { paths: ["service_area_type", "circle"] },
  });
  expect((await refusalOf(gone)).options.fields?.[0]?.field).toBe("circle");
});

test.each([
  ["that reaches nowhere", { ...pine, radiusMeters: 0 }, "circle.radiusMeters"],
  ["that reaches backward", { ...pine, radiusMeters: -5 }, "circle.radiusMeters"],
  ["that reaches too far", { ...pine, radiusMeters: MOST_METERS + 1 }, "circle.radiusMeters"],
  ["around an address that no map knows", { radiusMeters: 500, address: "Nowhere 1" }, "circle.address"],
  ["around a location of which nobody said where it is", here, "circle.atLocation"],
  ["that is not there", undefined, "circle"],
])("a circle %s is refused with its field", async (_, circle, field) => {
  Object.assign(businessPlace, { addressLat: 0, addressLng: 0 });
  const api = areasAt("72");
  const asked = circle ? around(circle) : { areaName: "None", serviceAreaType: ServiceAreaType.CIRCLE };
  const { code, options } = await refusalOf(api.saveServiceArea(asked));
  expect([code, options.fields?.[0]?.field]).toEqual([400, field]);
  expect((await api.listServiceAreas({})).total).toBe(0);
});

test("the farthest circle there is can be saved", async () => {
  const { area } = await areasAt("73").saveServiceArea(around({ ...pine, radiusMeters: MOST_METERS }));
  expect(area?.circle?.radiusMeters).toBe(MOST_METERS);
});

test("a circle around the location moves with it, one around an address stays; a telling without a place moves nothing", async () => {
  const api = areasAt("74");
  await api.saveServiceArea(around({ ...here, center: { lat: 1, lng: 1 }, address: "Elsewhere" }, "Here"));
  await api.saveServiceArea(around(pine, "Pine"));
  const middles = async () =>
    (await api.listServiceAreas({})).areas.map(({ circle, version }) => [
      circle?.center?.lat,
      circle?.center?.lng,
      circle?.address,
      version,
    ]);
  const still = [47.610001, -122.340002, pine.address, 1];
  expect(await middles()).toEqual([[47.6, -122.3, "", 1], still]);
  await harness.tell(BusinessChangedSchema, { ...business, addressLat: 40.7, addressLng: -74 }, "74");
  expect(await middles()).toEqual([[40.7, -74, "", 2], still]);
  await harness.tell(BusinessChangedSchema, { ...business, businessName: "Paws & Co" }, "74");
  await harness.tell(BusinessChangedSchema, { ...business, addressLat: 40.7, addressLng: -74 }, "74");
  expect(await middles()).toEqual([[40.7, -74, "", 2], still]);
});

test("a circle around a location that moves while it is saved is where the location is in the end", async () => {
  const api = areasAt("75");
  const { area } = await api.saveServiceArea(around(pine, "Pine"));
  const inCommand = "select from pg_stat_activity where datname = current_database() and state = 'idle in transaction'";
  const open: number[] = [];
  for (const [circle, lat] of [
    [{ areaId: area!.areaId, circle: here }, 40.7],
    [around(here, "Here"), 41.7],
  ] as const) {
    beforeAnswer.business = async () => {
      delete beforeAnswer.business;
      // No command of ours is open while account is asked.
      open.push((await harness.admin.query(inCommand)).rowCount ?? 0);
      Object.assign(businessPlace, { addressLat: lat, addressLng: -74 });
      await harness.tell(BusinessChangedSchema, { ...business, addressLat: lat, addressLng: -74 }, "75");
    };
    await api.saveServiceArea(circle);
    const { areas } = await api.listServiceAreas({});
    expect(areas.map((one) => one.circle?.center?.lat)).toEqual(areas.map(() => lat));
  }
  expect(open).toEqual([0, 0]);
});

test("what lies within is covered, what lies outside is not, and of what is only a zip code nobody is told so; times on the way are looked for by the same rule", async () => {
  const api = harness.client(ServiceAreaService);
  const { area } = await api.saveServiceArea(around(here));
  const [inside, outside] = [
    { lat: 47.68, lng: -122.3 },
    { lat: 47.7, lng: -122.3 },
  ];
  const { locations } = await api.queryServiceAreas({
    locations: [{ point: inside }, { zipcode: "98101", point: outside }, { zipcode: "98101" }],
  });
  expect(locations.map(({ areas, covered }) => [areas.map(({ areaId }) => areaId), covered])).toEqual([
    [[area?.areaId], true],
    [[], false],
    [[], true],
  ]);
  const date = Temporal.Now.plainDateISO("America/Los_Angeles").add({ days: 7 });
  const monday = toWireDate(date.add({ days: (8 - date.dayOfWeek) % 7 }).toString());
  const rulesAt = async (point: object) => {
    const asked = { date: monday, lastDate: monday, duration: 60, staffIds: ["1"], address: { ...point, zipcode: "98101" } };
    return (await harness.client(SmartSchedulingService).smartSchedule(asked)).ruledOut.map(({ rule }) => rule);
  };
  expect(await rulesAt(inside)).toEqual([]);
  expect(await rulesAt(outside)).toEqual([SmartRule.SERVICE_AREA]);
});

test("a place is covered exactly if it is no farther from the middle than the circle reaches", () => {
  const degrees = (most: number) => fc.integer({ min: -most * 1e6, max: most * 1e6 }).map((one) => one / 1e6);
  const point = fc.record({ lat: degrees(70), lng: degrees(170) });
  const near = fc.record({ north: degrees(5), east: degrees(5) });
  fc.assert(
    fc.property(point, near, fc.integer({ min: 1, max: MOST_METERS }), (center, { north, east }, radiusMeters) => {
      const circle = { radiusMeters, center, address: "", atLocation: false };
      const area: Area = { id: "1", name: "Near", kind: "circle", polygon: [], zipcodes: [], circle };
      const place = { zipcode: "98101", point: { lat: center.lat + north, lng: center.lng + east } };
      const isNear = metersBetween(center, place.point) <= radiusMeters;
      expect(coverage([area], [], place)).toEqual({ areas: isNear ? [area] : [], covered: isNear });
    }),
  );
});
