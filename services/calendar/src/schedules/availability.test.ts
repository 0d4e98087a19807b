import { ErrorCode, toWireDate } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { ClosedDateChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import { AvailabilityType } from "@leashline/proto/leashline/calendar/v1/schedule_pb.js";
import { SlotFreeServiceService } from "@leashline/proto/leashline/calendar/v1/slot_free_service_service_pb.js";
import { SlotService } from "@leashline/proto/leashline/calendar/v1/slot_service_pb.js";
import { StaffAvailabilityService } from "@leashline/proto/leashline/calendar/v1/staff_availability_service_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Harness, openHarness } from "../../test/harness.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness.stop());

const api = () => harness.client(StaffAvailabilityService);
const slots = [{ startTime: 540, endTime: 720, capacity: 1 }];
const timeRange = [{ startTime: 480, endTime: 960 }];
const week = (day: object) => Array.from({ length: 7 }, () => ({ isAvailable: true, ...day }));
const staffIds = ["1"];
const free = async (date: string, more = {}) => {
  const { days } = await harness
    .client(SlotService)
    .listFreeSlots({ startDate: toWireDate(date), staffIds, duration: 60, step: 240, ...more });
  return days[0]?.staff[0]?.startTimes ?? [];
};

test("hours by time and by slot are kept side by side; what was saved last is how somebody is booked", async () => {
  const first = await api().updateStaffAvailabilityBySlot({ staffId: "1", days: week({ slots }) });
  expect(first.availability).toMatchObject({ availabilityType: AvailabilityType.BY_SLOT, version: 1 });
  expect(first.availability?.days[8]).toMatchObject({ timeRange: [], slots });
  expect(await free("2034-03-01")).toEqual([540]);
  await api().updateStaffAvailabilityByTime({ staffId: "1", days: week({ timeRange }), version: 1 });
  expect(await free("2034-03-01")).toEqual([480, 720]);
  const { availability: bySlot } = await api().getStaffAvailabilityBySlot({ staffIds });
  expect(bySlot[0]).toMatchObject({ availabilityType: AvailabilityType.BY_TIME, version: 2 });
  expect(bySlot[0]?.days[3]).toMatchObject({ timeRange: [], slots });
  const { availability: byTime } = await api().getStaffAvailabilityByTime({ staffIds });
  expect(byTime[0]?.days[3]).toMatchObject({ timeRange, slots: [] });
  const mixed = await refusalOf(api().updateStaffAvailabilityByTime({ staffId: "1", days: week({ slots }), version: 2 }));
  expect([mixed.code, mixed.options.fields?.[0]?.field]).toEqual([ErrorCode.PARAMS_INVALID, "days.0"]);
  const stale = await refusalOf(api().updateStaffAvailabilityBySlot({ staffId: "1", days: week({ slots }), version: 1 }));
  expect(stale.code).toBe(ErrorCode.VERSION_CONFLICT);
});

test("a date of its own may be by the other way, or off; no range and no slot is a day off", async () => {
  const dates = [toWireDate("2034-03-02")];
  const { overrides } = await api().overrideStaffAvailabilityBySlot({ staffId: "1", dates, slots });
  expect(overrides).toMatchObject([{ staffId: "1", hours: { isAvailable: true, slots, timeRange: [] } }]);
  expect(await free("2034-03-02")).toEqual([540]);
  await harness.book({ date: "2034-03-02", start: 600 });
  expect((await refusalOf(harness.book({ date: "2034-03-02", start: 540, petId: "20" }))).options.facts?.why).toBe("capacity");
  await api().overrideStaffAvailabilityByTime({ staffId: "1", dates: [toWireDate("2034-03-03")] });
  expect(await free("2034-03-03")).toEqual([]);
  const over = [...slots, { startTime: 700, endTime: 800, capacity: 1 }];
  expect((await refusalOf(api().overrideStaffAvailabilityBySlot({ staffId: "1", dates, slots: over }))).options.fields?.[0]?.field).toBe(
    "slots",
  );
});

test("who works on which day, and from when to when anybody does", async () => {
  const closed = { closedDateId: "7", businessId: "1", startDate: "2034-03-08", endDate: "2034-03-08", description: "Stocktaking" };
  await harness.tell(ClosedDateChangedSchema, closed);
  const span = { startDate: toWireDate("2034-03-02"), endDate: toWireDate("2034-03-08") };
  const { days } = await api().listStaffWorkingDaily(span);
  expect(days.map(({ date }) => date)).toEqual(["02", "03", "04", "05", "06", "07", "08"].map((day) => `2034-03-${day}`));
  expect(days[0]?.staff).toMatchObject([
    { staffId: "1", slots, overridden: true },
    { staffId: "2", slots: [] },
  ]);
  expect(days[1]?.staff[0]).toMatchObject({ timeRange: [], offReason: "override" });
  expect(days[6]?.staff.map(({ note }) => note)).toEqual(["Stocktaking", "Stocktaking"]);
  const { ranges } = await api().queryStaffWorkingRange(span);
  expect(ranges.map(({ date, startTime, endTime, staff }) => [date.slice(8), startTime, endTime, staff])).toEqual([
    ["02", 540, 1080, 2],
    ["03", 540, 1080, 1],
    ["04", 480, 1080, 2],
    ["05", 480, 960, 1],
    ["06", 480, 1080, 2],
    ["07", 480, 1080, 2],
  ]);
  expect((await refusalOf(api().listStaffWorkingDaily({ ...span, endDate: toWireDate("2034-05-01") }))).code).toBe(
    ErrorCode.PARAMS_INVALID,
  );
});

test("a service that takes no place starts in a full slot, and everybody else does not", async () => {
  const date = "2034-03-09";
  await api().overrideStaffAvailabilityBySlot({ staffId: "1", dates: [toWireDate(date)], slots });
  const client = harness.client(SlotFreeServiceService);
  await harness.book({ date, start: 540 });
  const nails = { petId: "20", petServices: [{ petId: "20", services: [{ serviceId: "7" }] }] };
  expect((await refusalOf(harness.book({ date, start: 540, ...nails }))).options.facts?.why).toBe("capacity");
  const unknown = await refusalOf(client.updateSlotFreeServices({ businessId: "1", serviceIds: ["99"] }));
  expect(unknown.code).toBe(ErrorCode.SERVICE_NOT_FOUND);
  const { slotFreeServices } = await client.updateSlotFreeServices({ businessId: "1", serviceIds: ["7"] });
  expect(slotFreeServices).toMatchObject({ serviceIds: ["7"], version: 1 });
  expect((await client.listSlotFreeServices({ businessId: "1" })).slotFreeServices).toMatchObject({ serviceIds: ["7"], version: 1 });
  expect(await free(date, { serviceIds: ["7"] })).toEqual([540]);
  expect(await free(date, { serviceIds: ["1"] })).toEqual([]);
  await harness.book({ date, start: 540, ...nails });
  expect((await refusalOf(harness.book({ date, start: 540, petId: "30" }))).options.facts?.why).toBe("capacity");
});
