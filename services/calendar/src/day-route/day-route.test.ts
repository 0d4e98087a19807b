import { ErrorCode, toWireDate } from "@leashline/kit";
import { partOf, refusalOf } from "@leashline/kit/test";
import { VanService } from "@leashline/proto/leashline/account/v1/van_service_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import type { BatchRow } from "@leashline/proto/leashline/calendar/v1/batch_pb.js";
import { BatchService } from "@leashline/proto/leashline/calendar/v1/batch_service_pb.js";
import { DayRouteService } from "@leashline/proto/leashline/calendar/v1/day_route_service_pb.js";
import { SeriesService } from "@leashline/proto/leashline/calendar/v1/series_service_pb.js";
import { AddressService } from "@leashline/proto/leashline/customer/v1/address_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { businessPlace, calendar, clientOf, type Harness, openHarness } from "../../test/harness.ts";

// Client n lives n twentieths of a degree north of the business; where client 9 lives is not known. A van drives a twentieth in 9 minutes.
const placeOf = (id: number) => ({ lat: 47 + id / 20, lng: -122 });
const van = { vanId: "1", nickName: "Blue", staffIdList: ["1"], drivingRuleId: "0", locationId: "0" };
/** Address 70 is client 6's at work, a tenth of a degree farther; nobody knows where their address 71 is. */
const theirs = new Set(["70", "71"]);
const neighbours = [
  partOf(VanService, { listVans: async () => ({ vans: [van] }) }),
  partOf(AddressService, {
    batchGetClientPlaces: async ({ customerIds = [], addressIds = [] }: { customerIds?: string[]; addressIds?: string[] }) => ({
      places: customerIds.filter((id) => id !== "9").map((customerId) => ({ customerId, ...placeOf(Number(customerId)) })),
      addresses: addressIds
        .filter((id) => theirs.has(id))
        .map((addressId) => ({ addressId, customerId: "6", ...(addressId === "70" && placeOf(8)) })),
    }),
  }),
];

let servers: Harness;
const today = Temporal.Now.plainDateISO("America/Los_Angeles");
const workdays = Array.from({ length: 40 }, (_, n) => today.add({ days: n + 1 })).filter(({ dayOfWeek }) => dayOfWeek < 6);
/** Days of work from tomorrow on; negative ones have been. */
const day = (ahead: number) => (ahead < 0 ? today.add({ days: ahead }) : (workdays[ahead] as Temporal.PlainDate)).toString();
beforeAll(async () => {
  calendar.rpcs.push(...neighbours);
  Object.assign(businessPlace, { addressLat: 47, addressLng: -122 });
  servers = await openHarness();
});
afterAll(() => servers?.stop());

const routes = (caller = {}) => servers.client(DayRouteService, caller);
const visit = (ahead: number, start: number, petId: string, staffId = "1") =>
  servers.book({ date: day(ahead), start, petId, staffId, override: { outsideWorkingHours: true, reason: "asked for" } });
const plan = (ahead: number, more = {}) =>
  routes().planDayRoute({ date: toWireDate(day(ahead)), staffId: "1", earlierMinutes: 480, laterMinutes: 480, ...more });
const clientsOf = (rows: readonly BatchRow[]) => rows.map(({ appointment }) => clientOf(appointment?.petServiceList[0]?.petId ?? "0"));
const timesOf = (rows: readonly BatchRow[]) => rows.map(({ startTime }) => startTime);
const placesOf = (rows: readonly BatchRow[]) =>
  rows
    .filter(({ appointment, startTime }) => appointment?.startTime !== startTime)
    .map(({ appointment, staffId, originalStaffId, startDate, startTime }) => ({
      appointmentId: appointment?.id ?? "0",
      version: appointment?.version ?? 0,
      originalStaffId,
      staffId,
      ...(startDate && { startDate }),
      startTime,
    }));
/** Up and down the road: to 6, back to 2, to 5, back to 1. */
async function zigzag(ahead: number) {
  for (const [start, petId] of [
    [600, "60"],
    [720, "20"],
    [840, "50"],
    [960, "10"],
  ] as const)
    await visit(ahead, start, petId);
}

test("a route says where its stops are in order, with the driving of all of it; places are for who may see contact data", async () => {
  await zigzag(5);
  await visit(5, 600, "90", "2");
  const asked = { date: toWireDate(day(5)) };
  const { routes: found, mapStyleUrl, business } = await routes().getDayMap(asked);
  expect(found.map(({ staffId, van: name }) => [staffId, name])).toEqual([
    ["1", "Blue"],
    ["2", ""],
  ]);
  expect(found[0]).toMatchObject({ departure: { lat: 47, lng: -122 }, drive: { minutes: 162 } });
  expect(found[0]?.stops.map(({ startTime, place }) => [startTime, place?.lat])).toEqual([
    [600, 47.3],
    [720, 47.1],
    [840, 47.25],
    [960, 47.05],
  ]);
  expect(found[1]?.stops[0]?.place).toBeUndefined();
  expect([mapStyleUrl, business?.lat]).toEqual(["", 47]);
  expect((await routes().getDayMap({ ...asked, staffIds: ["2"] })).routes).toHaveLength(1);
  const groomer = { permissions: [Permission.VIEW_CALENDAR], employeeCategory: 0, staffId: "1", accountId: "77" };
  const blind = await routes(groomer).getDayMap(asked);
  expect([blind.placesHidden, blind.routes[0]?.stops.some(({ place }) => place)]).toEqual([true, false]);
});

test("a visit at another address of its client is driven to there; one that is not the client's is refused", async () => {
  const elsewhere = { date: day(4), staffId: "1", override: { outsideWorkingHours: true, reason: "asked for" } };
  const { id } = await servers.book({ ...elsewhere, start: 600, petId: "60", addressId: "70" });
  await servers.book({ ...elsewhere, start: 720, petId: "20" });
  const stops = async () => {
    const { routes: found } = await routes().getDayMap({ date: toWireDate(day(4)) });
    return found[0]?.stops.map(({ place }) => place && Number(place.lat.toFixed(2)));
  };
  expect(await stops()).toEqual([47.4, 47.1]);
  const appointments = servers.client(AppointmentService);
  const refused = [
    servers.book({ ...elsewhere, start: 840, petId: "20", addressId: "70" }),
    appointments.updateAppointment({ id, addressId: "72" }),
  ];
  for (const call of refused)
    expect(await refusalOf(call)).toMatchObject({ code: ErrorCode.NOT_FOUND, options: { fields: [{ field: "addressId" }] } });
  expect((await appointments.updateAppointment({ id, addressId: "71" })).appointment).toMatchObject({ addressId: "71" });
  expect(await stops(), "nobody knows where it is").toEqual([undefined, 47.1]);
  expect((await appointments.undoChange({ id })).appointment).toMatchObject({ addressId: "70" });
  theirs.delete("70");
  const saved = await appointments.updateAppointment({ id, addressId: "70", alertNotes: "Back gate" });
  expect(saved.appointment, "an address that is gone since").toMatchObject({ addressId: "70", alertNotes: "Back gate" });
  await appointments.updateAppointment({ id, addressId: "0" });
  expect(await stops()).toEqual([47.3, 47.1]);
});

test("the plan drives up the road and back once, is carried out as one act, and taken back by one undo", async () => {
  await zigzag(6);
  const found = await plan(6);
  expect(found).toMatchObject({ before: { minutes: 162 }, after: { minutes: 108 }, savedMinutes: 54 });
  const order = clientsOf(found.rows).map(Number);
  const top = order.indexOf(6);
  expect(order.slice(0, top)).toEqual(order.slice(0, top).toSorted((a, b) => a - b));
  expect(order.slice(top)).toEqual(order.slice(top).toSorted((a, b) => b - a));
  const places = placesOf(found.rows);
  const { appointments } = await servers.client(BatchService).batchReschedule({ places });
  const driven = async () => (await routes().getDayMap({ date: toWireDate(day(6)) })).routes[0]?.drive?.minutes;
  expect(await driven()).toBe(108);
  expect((await plan(6)).savedMinutes).toBe(0);
  await servers.client(SeriesService).undoSeriesChange({ changes: appointments.map(({ id, version }) => ({ id, version })) });
  expect(await driven()).toBe(162);
});

test("no stop leaves the window its client was promised, the hours of work, or a time that is taken", async () => {
  await zigzag(7);
  const close = await plan(7, { earlierMinutes: 60, laterMinutes: 60 });
  for (const row of close.rows) expect(Math.abs((row.appointment?.startTime ?? 0) - row.startTime)).toBeLessThanOrEqual(60);
  expect(timesOf(close.rows)).toEqual(timesOf(close.rows).toSorted((a, b) => a - b));
  await visit(7, 660, "90");
  const wide = await plan(7);
  expect(wide.savedMinutes).toBe(54);
  expect(wide.rows.find(({ appointment }) => appointment?.startTime === 660)?.startTime).toBe(660);
  for (const [n, row] of wide.rows.entries()) expect(row.startTime).toBeGreaterThanOrEqual(wide.rows[n - 1]?.endTime ?? 540);
  const ids = wide.rows.map(({ appointment }) => appointment?.id ?? "0");
  const kept = await plan(7, { keepAppointmentIds: ids });
  expect([kept.savedMinutes, timesOf(kept.rows)]).toEqual([0, [600, 660, 720, 840, 960]]);
});

test("a stale plan is refused as a whole; a day of one stop, of nobody's, and of the past has nothing to save", async () => {
  await zigzag(8);
  const { rows } = await plan(8);
  const places = placesOf(rows);
  const [first] = places;
  await servers.client(BatchService).batchReschedule({
    places: [
      { ...first, appointmentId: first?.appointmentId ?? "0", startTime: 480, override: { outsideWorkingHours: true, reason: "early" } },
    ],
  });
  expect((await refusalOf(servers.client(BatchService).batchReschedule({ places }))).code).not.toBe(0);
  expect((await plan(9)).rows).toEqual([]);
  await visit(10, 600, "40");
  expect((await plan(10)).savedMinutes).toBe(0);
  await visit(-1, 600, "60");
  await visit(-1, 720, "20");
  await visit(-1, 840, "60");
  expect((await plan(-1)).savedMinutes).toBe(0);
  expect((await refusalOf(plan(8, { staffId: "901" }))).code).toBe(ErrorCode.NOT_FOUND);
});
