import { ErrorCode, toWireDate } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { LodgingRefusal, StayService } from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import { LodgingUnitChangedSchema } from "@leashline/proto/leashline/offering/v1/events_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Harness, openHarness } from "../../test/harness.ts";

// Two pets of one family, each in a room of its own, the heavier chosen for first. Kennels 11 and 12 for two dogs each.

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness(["1"]);
  for (const [index, id] of ["11", "12"].entries()) {
    const lodgingUnit = { lodgingUnitId: id, businessId: "1", lodgingTypeId: "1", name: `Unit ${id}`, version: index + 1 };
    await harness.tell(LodgingUnitChangedSchema, { lodgingUnit });
  }
});
afterAll(() => harness.stop());

const day = (week: number, plus = 0) => Temporal.PlainDate.from("2034-01-02").add({ weeks: week, days: plus }).toString();
const book = (week: number, units: readonly string[], separateRooms = true) =>
  harness.book({
    ...{ date: day(week), start: 840, endDate: toWireDate(day(week, 2)), endTime: 660, staffId: "-10", petId: "10", separateRooms },
    petServices: units.map((lodgingUnitId, at) => ({ petId: `1${at}`, services: [{ serviceId: "95", lodgingUnitId }] })),
  });
const unitsOf = (stay: Awaited<ReturnType<typeof book>>) => stay.petServiceList.map((line) => line.lodgings[0]?.lodgingUnitId);
const refused = async (call: Promise<unknown>) => {
  const { code, options } = await refusalOf(call);
  return { code, field: options.fields?.[0]?.field, reason: options.fields?.[0]?.reason, why: options.facts?.why };
};
const free = async (week: number, settled: { petId: string; lodgingUnitId: string }[] = []) => {
  const asked = { customerId: "1", petIds: ["10", "11"], startDate: toWireDate(day(week)), endDate: toWireDate(day(week, 2)) };
  const found = await harness
    .client(StayService)
    .findFreeLodgings({ ...asked, startTime: 840, endTime: 660, separateRooms: true, settled, serviceIds: ["95"] });
  return {
    refusals: found.lodgings.map((one) => one.refusal),
    chosen: found.chosen.map(({ petId, lodgings }) => `${petId} in ${lodgings.map((one) => one.lodgingUnitId).join()}`),
  };
};

test("pets that are to be apart get rooms that differ, as was shown before, also beside one that is named", async () => {
  expect(unitsOf(await book(1, ["0", "0"], false))).toEqual(["11", "11"]);
  const { UNSPECIFIED } = LodgingRefusal;
  expect(await free(2)).toEqual({ refusals: [UNSPECIFIED, UNSPECIFIED], chosen: ["11 in 11", "10 in 12"] });
  expect(unitsOf(await book(2, ["0", "0"]))).toEqual(["12", "11"]);
  expect((await free(3, [{ petId: "10", lodgingUnitId: "12" }])).chosen).toEqual(["11 in 11"]);
  expect((await free(3, [{ petId: "10", lodgingUnitId: "11" }])).chosen).toEqual(["11 in 12"]);
  expect(unitsOf(await book(3, ["11", "0"]))).toEqual(["11", "12"]);
});

test("the same room for both, and fewer rooms than pets, are refused with the reason", async () => {
  const twice = await refused(book(4, ["11", "11"]));
  expect(twice).toMatchObject({ code: ErrorCode.ROOM_NOT_AVAILABLE, field: "petServices", why: "apart" });
  expect(twice.reason).toBe("Unit 11 is the room of another pet of this stay, and each is to have its own. Free instead: Unit 12.");
  await book(4, ["11"]);
  expect((await free(4)).chosen).toEqual([]);
  const full = await refused(book(4, ["0", "0"]));
  expect(full).toMatchObject({ code: ErrorCode.ROOM_NOT_AVAILABLE, field: "petServices", why: "full" });
  expect(full.reason).toContain("each of the 2 pets");
});
