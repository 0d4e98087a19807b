import { ErrorCode, toWireDate } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { StayHoldService } from "@leashline/proto/leashline/calendar/v1/stay_hold_service_pb.js";
import { LodgingRefusal, StayService } from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import { LodgingUnitChangedSchema, ServiceChangedSchema } from "@leashline/proto/leashline/offering/v1/events_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clientOf, type Harness, openHarness } from "../../test/harness.ts";

// Boarding in a room that is shared with no other family: service 85. Kennels 11 and 12, meadow 21.

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness(["1"]);
  for (const [index, id] of ["11", "12", "21"].entries()) {
    const lodgingUnit = {
      lodgingUnitId: id,
      businessId: "1",
      lodgingTypeId: id === "21" ? "2" : "1",
      name: `Unit ${id}`,
      version: index + 1,
    };
    await harness.tell(LodgingUnitChangedSchema, { lodgingUnit });
  }
});
afterAll(() => harness.stop());

const stays = () => harness.client(StayService);
const day = (week: number, plus = 0) => Temporal.PlainDate.from("2034-01-02").add({ weeks: week, days: plus }).toString();
type Wish = { week: number; petId?: string; serviceId?: string; unitId?: string; more?: object };
const book = ({ week, petId = "10", serviceId = "85", unitId = "0", more = {} }: Wish) =>
  harness.book({
    ...{ date: day(week), start: 840, endDate: toWireDate(day(week, 2)), endTime: 660, staffId: "-10", petId },
    petServices: [{ petId, services: [{ serviceId, lodgingUnitId: unitId }] }],
    ...more,
  });
const unitsOf = (stay: Awaited<ReturnType<typeof book>>) => stay.petServiceList.map((line) => line.lodgings[0]?.lodgingUnitId);
const refused = async (call: Promise<unknown>) => {
  const { code, options } = await refusalOf(call);
  return { code, field: options.fields?.[0]?.field, reason: options.fields?.[0]?.reason, why: options.facts?.why };
};
const free = async (week: number, serviceIds: string[]) => {
  const asked = { customerId: "7", petIds: ["70"], startDate: toWireDate(day(week)), endDate: toWireDate(day(week, 2)) };
  const { lodgings, chosen } = await stays().findFreeLodgings({ ...asked, startTime: 840, endTime: 660, serviceIds });
  return { refusals: lodgings.map((one) => one.refusal), chosen: chosen[0]?.lodgings[0]?.lodgingUnitId };
};

test("boarding in a room of one's own is never put into an area: neither by choice of the house nor by hand, and the refusal says why", async () => {
  expect(unitsOf(await book({ week: 1 }))).toEqual(["11"]);
  const by = await refused(book({ week: 1, petId: "20", unitId: "21" }));
  expect(by).toMatchObject({ code: ErrorCode.ROOM_NOT_AVAILABLE, field: "petServices", why: "shared" });
  expect(by.reason).toBe("Unit 21 is shared with other pets, and this boarding comes with a room of its own. Free instead: Unit 12.");
  expect(unitsOf(await book({ week: 1, petId: "20" }))).toEqual(["12"]);
  expect(await refused(book({ week: 1, petId: "30" }))).toMatchObject({ code: ErrorCode.ROOM_NOT_AVAILABLE, why: "full" });
  expect(unitsOf(await book({ week: 1, petId: "30", serviceId: "95" }))).toEqual(["21"]);
});

test("a stay in a room of its own is not moved into an area, and goes on where it is when anything else changes", async () => {
  const stay = await book({ week: 2, unitId: "11" });
  const lodgings = [{ lodgingUnitId: "21", startDate: toWireDate(day(2)), endDate: toWireDate(day(2, 2)) }];
  const lineLodgings = [{ petDetailId: stay.petServiceList[0]!.petDetailId, lodgings }];
  expect(await refused(stays().changeStay({ appointmentId: stay.id, lineLodgings }))).toMatchObject({ why: "shared" });
  const shared = await book({ week: 2, petId: "20", serviceId: "95", unitId: "21" });
  await harness.tell(ServiceChangedSchema, { serviceId: "95", requireDedicatedLodging: true });
  for (const [{ id }, unitId] of [[stay, "11"] as const, [shared, "21"] as const]) {
    const { appointment } = await harness.client(AppointmentService).updateAppointment({ id, alertNotes: "Shy" });
    expect(appointment).toMatchObject({ alertNotes: "Shy", overbooked: false });
    expect(unitsOf(appointment!)).toEqual([unitId]);
  }
  await harness.tell(ServiceChangedSchema, { serviceId: "95" });
});

test("nobody is put in beside a family that has its room to itself, nor it beside others, by extra places neither", async () => {
  for (const week of [3, 4]) {
    const nights = { startDate: toWireDate(day(week)), endDate: toWireDate(day(week, 2)) };
    await stays().setExtraPlaces({ lodgingUnitId: "11", ...nights, places: 2, note: "Crates" });
  }
  const override = { overbook: true, reason: "Regular" };
  await book({ week: 3, unitId: "11" });
  const beside = { petId: "20", unitId: "11", more: { override } };
  expect(await refused(book({ week: 3, serviceId: "95", ...beside }))).toMatchObject({ code: ErrorCode.ROOM_NOT_AVAILABLE, why: "taken" });
  await book({ week: 4, unitId: "11", serviceId: "95" });
  expect(await refused(book({ week: 4, ...beside }))).toMatchObject({ code: ErrorCode.ROOM_NOT_AVAILABLE, why: "taken" });
  expect(unitsOf(await book({ week: 4, serviceId: "95", ...beside }))).toEqual(["11"]);
});

test("the list of rooms, the nights that are free and the rooms that are held are those for a room of one's own", async () => {
  const { SHARED, UNSPECIFIED } = LodgingRefusal;
  expect(await free(5, ["85"])).toEqual({ refusals: [UNSPECIFIED, UNSPECIFIED, SHARED], chosen: "11" });
  expect(await free(5, ["95"])).toEqual({ refusals: [UNSPECIFIED, UNSPECIFIED, UNSPECIFIED], chosen: "11" });
  await book({ week: 5, unitId: "11" });
  await book({ week: 5, petId: "20", unitId: "12" });
  expect((await free(5, ["85"])).chosen).toBeUndefined();
  const holds = harness.client(StayHoldService, { via: "online-booking" });
  const asked = { businessId: "1", startDate: toWireDate(day(5)), endDate: toWireDate(day(5, 2)), startTime: 840, endTime: 660 };
  const nights = async (ownLodging: boolean) =>
    (await holds.getStayNights({ ...asked, pets: [{ petType: "Dog", ownLodging }] })).nights.map((one) => one.free);
  expect(await nights(false)).toEqual([true, true, true]);
  expect(await nights(true)).toEqual([false, false, true]);
  const hold = (ownLodging: boolean) =>
    holds.holdStay({
      ...{ ...asked, pets: [{ petType: "Dog", ownLodging }], holdMinutes: 10 },
      visitor: { strangerShare: 50, bounds: [] },
    });
  expect(await refused(hold(true))).toMatchObject({ code: ErrorCode.ROOM_NOT_AVAILABLE });
  expect((await hold(false)).holdToken).not.toBe("");
  const { openings } = await stays().findStayOpenings({ ...asked, nights: 2, limit: 1, pets: [{ petType: "Dog", ownLodging: true }] });
  expect(openings[0]?.choices.map((one) => one.lodgingTypeName)).toEqual(["Kennel"]);
  expect(clientOf("70")).toBe("7");
});
