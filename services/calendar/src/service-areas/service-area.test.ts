import { ErrorCode, toWireDate } from "@leashline/kit";
import { partOf, refusalOf, startServers, type TestServers } from "@leashline/kit/test";
import { BusinessAppType } from "@leashline/proto/leashline/account/v1/enums_pb.js";
import { BusinessChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import { ServiceAreaService, ServiceAreaType } from "@leashline/proto/leashline/calendar/v1/service_area_service_pb.js";
import { StaffScheduleService } from "@leashline/proto/leashline/calendar/v1/staff_schedule_service_pb.js";
import { AddressService } from "@leashline/proto/leashline/customer/v1/address_pb.js";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { calendar, type Harness, openHarness } from "../../test/harness.ts";
import { crossesItself, isWithin, type Point, zipcodeOf } from "./service-area.ts";

/** Where clients live: two in one zip code of Seattle, one in Bellevue. */
const lived = [
  { zipcode: "98101", city: "Seattle", state: "WA", clientCount: 2 },
  { zipcode: "98004", city: "Bellevue", state: "WA", clientCount: 1 },
];
const addresses = partOf(AddressService, {
  listZipcodes: async ({ prefix, zipcodes }: { prefix: string; zipcodes: string[] }) => ({
    zipcodes: lived.filter((one) => (prefix ? one.zipcode.startsWith(prefix) : zipcodes.includes(one.zipcode))),
  }),
});

let servers: TestServers;
let harness: Harness;
beforeAll(async () => {
  harness = await openHarness([]);
  servers = await startServers([{ ...calendar, rpcs: [...calendar.rpcs, addresses] }], { background: false });
});
afterAll(async () => {
  await harness?.stop();
  await servers?.stop();
});

const areasAt = (companyId: string) => servers.client(ServiceAreaService, { companyId });
const codeOf = async (call: Promise<unknown>) => (await refusalOf(call)).code;
const byZip = (areaName: string, ...zipcodes: string[]) => ({ areaName, serviceAreaType: ServiceAreaType.ZIPCODES, zipcodes });
const square = (areaName: string, lat: number, lng: number, size = 1) => ({
  areaName,
  serviceAreaType: ServiceAreaType.POLYGON,
  polygon: [
    { lat, lng },
    { lat: lat + size, lng },
    { lat: lat + size, lng: lng + size },
    { lat, lng: lng + size },
  ],
});

test("an area is made, changed where it is named, and shown; two who save at once are told; another company's is not there", async () => {
  const api = areasAt("11");
  const { area } = await api.saveServiceArea({ ...byZip(" North ", "98101-1234", "98102", "98102"), colorCode: "#112233" });
  expect(area).toMatchObject({ areaName: "North", colorCode: "#112233", zipcodes: ["98101", "98102"], version: 1 });
  const areaId = area!.areaId;
  await api.saveServiceArea({ areaId, areaName: "Far north", version: 1 });
  const { areas, total } = await api.listServiceAreas({});
  expect(areas).toMatchObject([{ areaId, areaName: "Far north", colorCode: "#112233", zipcodes: ["98101", "98102"], version: 2 }]);
  expect(total).toBe(1);
  expect(await codeOf(api.saveServiceArea({ areaId, areaName: "North", version: 1 }))).toBe(ErrorCode.VERSION_CONFLICT);
  expect(await codeOf(api.saveServiceArea(byZip("far NORTH", "1000")))).toBe(ErrorCode.NAME_IN_USE);
  expect(await codeOf(areasAt("12").saveServiceArea({ areaId, areaName: "Mine" }))).toBe(ErrorCode.NOT_FOUND);
  await areasAt("12").deleteServiceArea({ areaId });
  expect((await api.listServiceAreas({})).total).toBe(1);
});

test.each([
  ["facility-based", BusinessAppType.FACILITY, false],
  ["hybrid", BusinessAppType.HYBRID, true],
  ["mobile grooming", BusinessAppType.MOBILE_GROOMING, true],
])("mobile-grooming-only-features: of a %s business areas and who goes there are kept and used: %s", async (_, appType, available) => {
  const companyId = `${30 + appType}`;
  const api = harness.client(ServiceAreaService, { companyId });
  const { area } = await api.saveServiceArea(byZip("North", "98101"));
  const week = { staffId: "2", days: [{ weekday: 1, areaIds: [area!.areaId] }] };
  await api.saveStaffAreas(week);
  const business = { businessId: "1", businessName: "Paws", timezoneName: "America/Los_Angeles", currencyCode: "USD", appType };
  await harness.tell(BusinessChangedSchema, business, companyId);
  const shown = [(await api.listServiceAreas({})).total, (await api.listStaffAreas({})).staff.length];
  expect(shown).toEqual(available ? [1, 1] : [0, 0]);
  for (const save of [() => api.saveServiceArea(byZip("South", "98102")), () => api.saveStaffAreas(week)]) {
    if (available) await save();
    else expect((await refusalOf(save())).options.fields?.[0]?.field).toBe("businessId");
  }
});

test("an area must say where it is", async () => {
  const api = areasAt("13");
  const { polygon } = square("Bow", 40, -100);
  const [a, b, c, d] = polygon;
  for (const wrong of [
    { areaName: "Nowhere" },
    byZip("None"),
    { ...square("Two", 40, -100), polygon: polygon.slice(0, 2) },
    { ...square("Bow", 40, -100), polygon: [a!, c!, b!, d!] },
  ])
    expect(await codeOf(api.saveServiceArea(wrong))).toBe(ErrorCode.PARAMS_INVALID);
  expect((await api.listServiceAreas({})).areas).toEqual([]);
});

test("a place lies in areas by zip code and in those drawn around it, and one of which too little is known is not called outside; a staff member goes where the weekday says, without an entry everywhere", async () => {
  const api = areasAt("14");
  const place = { zipcode: "98101-0001", point: { lat: 40.5, lng: -99.5 } };
  const far = { zipcode: "10001", point: { lat: 10, lng: 10 } };
  expect(await api.queryServiceAreas({ locations: [far] })).toMatchObject({ hasAreas: false, locations: [{ areas: [], covered: true }] });
  const zip = (await api.saveServiceArea(byZip("Zip", "98101"))).area!.areaId;
  const drawn = (await api.saveServiceArea(square("Drawn", 40, -100))).area!.areaId;
  const { locations } = await api.queryServiceAreas({ locations: [place, far, { zipcode: "" }] });
  expect(locations.map((one) => [one.areas.map((area) => area.areaId), one.covered])).toEqual([
    [[zip, drawn], true],
    [[], false],
    [[], true],
  ]);
  await api.saveStaffAreas({ staffId: "1", days: [{ weekday: 1, areaIds: [drawn] }, { weekday: 2 }] });
  const covered = async (date: string, staffId = "1", where = { ...place, point: far.point }) => {
    const found = await api.queryServiceAreas({ staffId, date: toWireDate(date), locations: [where] });
    return [found.locations[0]?.covered, found.staffAreas.map((area) => area.areaName)];
  };
  // 2031-03-03 is a Monday.
  expect(await covered("2031-03-03")).toEqual([false, ["Drawn"]]);
  expect(await covered("2031-03-03", "1", place)).toEqual([true, ["Drawn"]]);
  expect(await covered("2031-03-04")).toEqual([true, []]);
  expect(await covered("2031-03-03", "2")).toEqual([true, []]);
  expect(await codeOf(api.queryServiceAreas({ staffId: "1", locations: [place] }))).toBe(ErrorCode.PARAMS_INVALID);
});

test("a week is replaced as a whole; an area that goes leaves everybody's week", async () => {
  const api = areasAt("15");
  const [one, two] = [
    (await api.saveServiceArea(byZip("One", "1001"))).area!.areaId,
    (await api.saveServiceArea(byZip("Two", "1002"))).area!.areaId,
  ];
  await api.saveStaffAreas({
    staffId: "2",
    days: [
      { weekday: 7, areaIds: [one] },
      { weekday: 3, areaIds: [one, two] },
    ],
  });
  const days = async () =>
    (await api.listStaffAreas({})).staff.map((staff) => [staff.staffId, staff.days.map((day) => [day.weekday, day.areaIds])]);
  expect(await days()).toEqual([
    [
      "2",
      [
        [3, [one, two]],
        [7, [one]],
      ],
    ],
  ]);
  await api.deleteServiceArea({ areaId: one });
  expect(await days()).toEqual([["2", [[3, [two]]]]]);
  expect(await codeOf(api.saveStaffAreas({ staffId: "2", days: [{ weekday: 1, areaIds: [one] }] }))).toBe(ErrorCode.NOT_FOUND);
  expect(await codeOf(api.saveStaffAreas({ staffId: "2", days: [{ weekday: 1 }, { weekday: 1 }] }))).toBe(ErrorCode.PARAMS_INVALID);
  expect(await codeOf(api.saveStaffAreas({ staffId: "950", days: [] }))).toBe(ErrorCode.NOT_FOUND);
  expect(await days()).toEqual([["2", [[3, [two]]]]]);
  await api.saveStaffAreas({ staffId: "2", days: [] });
  expect(await days()).toEqual([]);
});

test("the shifts of a week say who works when and goes where; on a day off there is none", async () => {
  const api = areasAt("17");
  const { areaId } = (await api.saveServiceArea(byZip("Zip", "98101"))).area!;
  await api.saveServiceArea(byZip("Unused", "98102"));
  await api.saveStaffAreas({ staffId: "1", days: [{ weekday: 1, areaIds: [areaId] }] });
  // 2031-03-03 is a Monday.
  const [startDate, endDate] = [toWireDate("2031-03-03"), toWireDate("2031-03-04")];
  const staffIds = ["1", "2"];
  const { shifts, areas } = await api.queryShifts({ staffIds, startDate, endDate });
  expect(shifts.map(({ hours, areaIds }) => [hours?.date, hours?.staffId, areaIds])).toEqual([
    ["2031-03-03", "1", [areaId]],
    ["2031-03-03", "2", []],
    ["2031-03-04", "1", []],
    ["2031-03-04", "2", []],
  ]);
  expect(shifts[0]?.hours?.timeRange).toHaveLength(1);
  expect(areas.map((area) => area.areaName)).toEqual(["Zip"]);
  const schedules = servers.client(StaffScheduleService, { companyId: "17" });
  await schedules.saveDateOverrides({ staffId: "1", dates: [startDate], hours: { isAvailable: false } });
  const after = await api.queryShifts({ staffIds, startDate });
  expect(after.shifts.map(({ hours }) => hours?.staffId)).toEqual(["2"]);
  expect(after.areas).toEqual([]);
});

test("zip codes are found where clients live and in areas, and tell what is known of them", async () => {
  const api = areasAt("16");
  const { areaId } = (await api.saveServiceArea(byZip("Zip", "98101", "98199"))).area!;
  const found = (await api.searchZipcodes({ keyword: "98" })).zipcodes;
  expect(found.map((one) => [one.zipcode, one.city, one.clientCount, one.areaIds])).toEqual([
    ["98004", "Bellevue", 1, []],
    ["98101", "Seattle", 2, [areaId]],
    ["98199", "", 0, [areaId]],
  ]);
  const { zipcodes } = await api.getZipcodeDetails({ zipcodes: ["98199", "98004"] });
  expect(zipcodes.map((one) => [one.zipcode, one.city, one.state])).toEqual([
    ["98199", "", ""],
    ["98004", "Bellevue", "WA"],
  ]);
});

test("a point is within a star of corners as often as the sum of the angles says", () => {
  const unit = fc.double({ min: -1, max: 1, noNaN: true });
  const star = fc
    .array(fc.record({ angle: fc.integer({ min: 0, max: 359 }), far: fc.integer({ min: 1, max: 10 }) }), { minLength: 3, maxLength: 12 })
    .map((all) => [...new Map(all.map((one) => [one.angle, one])).values()].sort((a, b) => a.angle - b.angle))
    .filter((all) => all.length >= 3)
    .map((all) =>
      all.map(({ angle, far }): Point => ({ lat: far * Math.sin((angle * Math.PI) / 180), lng: far * Math.cos((angle * Math.PI) / 180) })),
    );
  const turns = (corners: readonly Point[], p: Point): number[] =>
    corners.map((a, n) => {
      const b = corners[(n + 1) % corners.length] as Point;
      const between = Math.atan2(b.lat - p.lat, b.lng - p.lng) - Math.atan2(a.lat - p.lat, a.lng - p.lng);
      return Math.atan2(Math.sin(between), Math.cos(between));
    });
  fc.assert(
    fc.property(star, unit, unit, (corners, x, y) => {
      const point = { lat: y * 10.3, lng: x * 10.3 };
      const each = turns(corners, point);
      // Seen from an edge its ends are half a turn apart, one way or the other, and rounding decides.
      fc.pre(!crossesItself(corners) && each.every((turn) => Math.PI - Math.abs(turn) > 1e-6));
      expect(isWithin(corners, point)).toBe(Math.abs(each.reduce((sum, turn) => sum + turn, 0)) > Math.PI);
    }),
    {
      examples: [
        [
          [
            { lat: 0, lng: 1 },
            { lat: 0.45399049973954686, lng: -0.8910065241883678 },
            { lat: -0.45399049973954697, lng: 0.8910065241883678 },
          ],
          0,
          0,
        ],
      ],
    },
  );
});

test("zip codes are compared without blanks, in capitals, by their first five digits", () => {
  expect(["98101-1234", "981011234", " k1a 0b1", "98101"].map(zipcodeOf)).toEqual(["98101", "98101", "K1A0B1", "98101"]);
});
