import { ErrorCode, toWireDate } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { SlotService } from "@leashline/proto/leashline/calendar/v1/slot_service_pb.js";
import { StayHoldService } from "@leashline/proto/leashline/calendar/v1/stay_hold_service_pb.js";
import { StayService } from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import { LodgingUnitChangedSchema } from "@leashline/proto/leashline/offering/v1/events_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Harness, openHarness } from "../../test/harness.ts";

// A hotel at business 1 with two kennels for two dogs each, 11 and 12, and a meadow, 21, for six; each test has weeks of its own.

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness(["1"]);
  for (const [version, id] of ["11", "12", "21"].entries()) {
    const lodgingUnit = { lodgingUnitId: id, businessId: "1", lodgingTypeId: id < "20" ? "1" : "2", name: `Unit ${id}` };
    await harness.tell(LodgingUnitChangedSchema, { lodgingUnit: { ...lodgingUnit, version: version + 2 } });
  }
});
afterAll(() => harness.stop());

const day = (week: number, plus = 0) => Temporal.PlainDate.from("2033-01-03").add({ weeks: week, days: plus }).toString();
const page = () => harness.client(StayHoldService, { via: "online-booking", kind: "service" as const });
const slots = () => harness.client(SlotService, { via: "online-booking", kind: "service" as const });
const dog = { petType: "Dog", weight: 20, petSizeId: "0" };
const times = { startTime: 840, endTime: 660 };
type Wish = { pets?: object[]; typeId?: string; token?: string; keys?: [string, number][]; requested?: boolean };

const hold = (from: string, to: string, { pets = [dog], typeId = "1", token = "", keys = [], requested = false }: Wish = {}) =>
  page().holdStay({
    ...times,
    startDate: toWireDate(from),
    endDate: toWireDate(to),
    pets,
    lodgingTypeId: typeId,
    replaceToken: token,
    holdMinutes: 10,
    visitor: { strangerShare: 50, requested, bounds: keys.map(([key, most]) => ({ key, most })) },
  });
const nights = async (from: string, to: string, more: { pets?: object[]; typeId?: string; token?: string } = {}) => {
  const { pets = [dog], typeId: lodgingTypeId = "1", token: holdToken = "" } = more;
  const asked = { ...times, startDate: toWireDate(from), endDate: toWireDate(to), pets, lodgingTypeId, holdToken };
  return (await page().getStayNights(asked)).nights;
};
const free = async (...about: Parameters<typeof nights>) => (await nights(...about)).map((night) => night.free);
const stay = (from: string, to: string, more: object = {}, petId = "10") =>
  harness.book({
    date: from,
    start: 840,
    endDate: toWireDate(to),
    endTime: 660,
    staffId: "-10",
    petId,
    petServices: [{ petId, services: [{ serviceId: "95" }] }],
    lodgingTypeId: "1",
    ...more,
  });
const unitOf = (booked: Awaited<ReturnType<typeof stay>>) => booked.petServiceList[0]?.lodgings.map((one) => one.lodgingUnitId);
const fromPage = (from: string, to: string, holdToken: string) =>
  harness.client(AppointmentService, { via: "online-booking", kind: "service" as const }).bookAppointment({
    businessId: "1",
    customerId: "1",
    staffId: "0",
    appointmentDate: toWireDate(from),
    endDate: toWireDate(to),
    startTime: 840,
    endTime: 660,
    petServices: [{ petId: "10", services: [{ serviceId: "95" }] }],
    lodgingTypeId: "1",
    holdToken,
  });

test("night by night: what is booked or held is full, the rest is free, by type; a hold of one's own is free to oneself; a cat has no room", async () => {
  const [from, to] = [day(0), day(0, 4)];
  await stay(from, day(0, 2));
  const { holdToken } = await hold(day(0, 1), day(0, 3));
  expect(await free(from, to)).toEqual([true, false, true, true, true]);
  expect((await nights(from, from))[0]?.rooms).toMatchObject([{ lodgingTypeId: "1", places: 2 }]);
  expect(await free(from, to, { token: holdToken })).toEqual([true, true, true, true, true]);
  expect(await free(from, to, { typeId: "0" })).toEqual([true, true, true, true, true]);
  expect(await free(from, from, { pets: [{ ...dog, petType: "Cat" }] })).toEqual([false]);
  expect(await free(from, from, { pets: Array.from({ length: 3 }, () => dog) })).toEqual([false]);
});

test("a booking with the hold takes the room that was kept, in its type; without it the room is refused; used up, it is over", async () => {
  const [from, to] = [day(2), day(2, 3)];
  await stay(from, to);
  const { holdToken } = await hold(from, to);
  expect((await refusalOf(fromPage(from, to, ""))).code).toBe(ErrorCode.ROOM_NOT_AVAILABLE);
  const { appointment } = await fromPage(from, to, holdToken);
  expect(unitOf(appointment!)).toEqual(["12"]);
  expect((await refusalOf(fromPage(from, to, holdToken))).code).toBe(ErrorCode.HOLD_EXPIRED);
  const { rows } = await harness.admin.query("select 1 from calendar.stay_hold where token = $1", [holdToken]);
  expect(rows).toEqual([]);
});

test("twenty at once for the last room: one keeps it, and what it gives back somebody else has; its own dates are moved in one step", async () => {
  const [from, to] = [day(4), day(4, 3)];
  await stay(from, to);
  const tries = await Promise.allSettled(Array.from({ length: 20 }, () => hold(from, to)));
  const [won, ...more] = tries.flatMap((one) => (one.status === "fulfilled" ? [one.value.holdToken] : []));
  expect([won !== "", more]).toEqual([true, []]);
  const moved = await hold(day(4, 1), day(4, 4), { token: won! });
  expect(moved.holdToken).toBe(won);
  expect(await free(from, day(4, 3))).toEqual([true, false, false, true]);
  await slots().releaseHold({ token: won! });
  expect(await free(from, day(4, 3))).toEqual([true, true, true, true]);
});

test("an area is counted by its places: six dogs fit, the seventh does not, whether the others are booked or held", async () => {
  const [from, to] = [day(6), day(6, 2)];
  const meadow = { typeId: "2" };
  await stay(from, to, { lodgingTypeId: "2" });
  await hold(from, to, { ...meadow, pets: Array.from({ length: 4 }, () => dog) });
  expect((await nights(from, from, meadow))[0]?.rooms).toMatchObject([{ lodgingTypeId: "2", places: 1 }]);
  expect((await refusalOf(hold(from, to, { ...meadow, pets: [dog, dog] }))).code).toBe(ErrorCode.ROOM_NOT_AVAILABLE);
  await hold(from, to, meadow);
  expect((await refusalOf(hold(from, to, meadow))).code).toBe(ErrorCode.ROOM_NOT_AVAILABLE);
});

test("staff book over who is choosing, over a request only knowingly; a hold that ran out keeps nothing", async () => {
  const [from, to] = [day(8), day(8, 3)];
  await stay(from, to);
  const choosing = await hold(from, to);
  const { lodgings } = await harness.client(StayService).findFreeLodgings({
    customerId: "2",
    petIds: ["20"],
    startDate: toWireDate(from),
    endDate: toWireDate(to),
    ...times,
  });
  expect(lodgings.filter(({ refusal }) => refusal === 0).map(({ name }) => name)).toEqual(["Unit 12", "Unit 21"]);
  await hold(from, to, { token: choosing.holdToken, requested: true, keys: [["request:7", 1]] });
  expect((await refusalOf(stay(from, to, {}, "20"))).code).toBe(ErrorCode.ROOM_NOT_AVAILABLE);
  const clerk = { permissions: [Permission.CREATE_AND_EDIT_TICKET], accountId: "2", employeeCategory: 0 };
  const over = { override: { heldTime: true, reason: "called first" } };
  expect(
    unitOf(
      await harness.book(
        {
          ...over,
          date: from,
          start: 840,
          endDate: toWireDate(to),
          endTime: 660,
          staffId: "-10",
          petId: "20",
          petServices: [{ petId: "20", services: [{ serviceId: "95" }] }],
          lodgingTypeId: "1",
        },
        clerk,
      ),
    ),
  ).toEqual(["12"]);
  const other = await hold(day(8, 3), day(8, 4), { requested: true, keys: [["request:8", 1]] });
  await hold(day(8, 3), day(8, 4));
  expect(await free(day(8, 3), day(8, 3))).toEqual([false]);
  await slots().releaseHold({ key: "request:8" });
  expect(await free(day(8, 3), day(8, 3))).toEqual([true]);
  await harness.admin.query("update calendar.stay_hold set expires_at = now() - interval '1 second'");
  expect((await nights(day(8, 3), day(8, 3)))[0]?.rooms).toMatchObject([{ places: 4 }]);
  expect((await refusalOf(fromPage(day(8, 3), day(8, 4), other.holdToken))).code).toBe(ErrorCode.HOLD_EXPIRED);
});

test("bounds count times and rooms together; what is beyond is free but not kept", async () => {
  const keys: [string, number][] = [["network:stays", 2]];
  await slots().holdSlot({
    staffIds: ["1"],
    date: toWireDate(day(10)),
    startTime: 600,
    duration: 60,
    visitor: { strangerShare: 50, bounds: [{ key: "network:stays", most: 2 }] },
  });
  expect((await hold(day(10), day(10, 1), { keys })).holdToken).not.toBe("");
  expect((await hold(day(11), day(11, 1), { keys })).holdToken).toBe("");
  expect(await free(day(11), day(11))).toEqual([true]);
});

test("a stay that is no stay is refused with its field", async () => {
  const refused = async (from: string, to: string) => (await refusalOf(hold(from, to))).options.fields?.[0]?.field;
  expect(await refused(day(12), day(12))).toBe("endDate");
  expect(await refused("2020-01-01", "2020-01-03")).toBe("startDate");
});
