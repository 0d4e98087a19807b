import type { MessageInitShape } from "@bufbuild/protobuf";
import { ErrorCode, toWireDate } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { CardService } from "@leashline/proto/leashline/calendar/v1/card_service_pb.js";
import { AvailabilityType, type DayHoursSchema } from "@leashline/proto/leashline/calendar/v1/schedule_pb.js";
import { SlotService } from "@leashline/proto/leashline/calendar/v1/slot_service_pb.js";
import { AbsencePlan, StaffAppointmentService } from "@leashline/proto/leashline/calendar/v1/staff_appointment_service_pb.js";
import { StaffScheduleService } from "@leashline/proto/leashline/calendar/v1/staff_schedule_service_pb.js";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Harness, openHarness } from "../../test/harness.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness(["1", "2", "3"]);
});
afterAll(() => harness.stop());

/** A slot of three places from 9 to 10 and one of one from 10 to 11, every day. */
const slots = [
  { startTime: 540, endTime: 600, capacity: 3 },
  { startTime: 600, endTime: 660, capacity: 1 },
];
type Hours = Omit<MessageInitShape<typeof DayHoursSchema>, "$typeName">;
const works = async (hours: Hours, staffId = "1") => {
  const days = Array.from({ length: 7 }, () => ({ isAvailable: true, ...hours }));
  const availabilityType = "slots" in hours ? AvailabilityType.BY_SLOT : AvailabilityType.BY_TIME;
  const { schedules } = await harness.client(StaffScheduleService).listStaffSchedules({ staffIds: [staffId] });
  const version = schedules[0]?.version ?? 0;
  await harness.client(StaffScheduleService).updateStaffSchedule({ staffId, scheduleType: 1, availabilityType, days, version });
};
beforeEach(() => works({ slots }));

let used = 0;
const nextDay = (): string => {
  used += 1;
  return Temporal.PlainDate.from("2033-02-01").add({ days: used }).toString();
};
const seats = async (date: string): Promise<number[][]> => {
  const { rows } = await harness.admin.query(
    "select slot_start, array_agg(seat order by seat) as seats from calendar.slot_seat where day = $1 group by slot_start order by slot_start",
    [date],
  );
  return rows.map((row: { slot_start: number; seats: number[] }) => [row.slot_start, ...row.seats]);
};
const overbook = { override: { overbook: true, reason: "They insist" } };
const petOf = (n: number): string => String(100 + n * 10);

test("50 want a slot of three places at once: exactly three get one, the others hear that it is full", async () => {
  const date = nextDay();
  const outcomes = await Promise.allSettled(Array.from({ length: 50 }, (_, n) => harness.book({ date, start: 540, petId: petOf(n) })));
  expect(outcomes.filter((one) => one.status === "fulfilled")).toHaveLength(3);
  for (const one of outcomes) {
    if (one.status === "rejected") expect((await refusalOf(Promise.reject(one.reason))).code).toBe(ErrorCode.SLOT_FULL);
  }
  expect(await seats(date)).toEqual([[540, 1, 2, 3]]);
}, 60_000);

test("the database gives no place twice and none that the slot does not have, whatever was looked at before", async () => {
  const date = nextDay();
  for (const n of [0, 1, 2]) await harness.book({ date, start: 540, petId: petOf(n) });
  const copied = (table: string, change: string) =>
    harness.admin.query(
      `insert into calendar.${table} select copy.* from (select * from calendar.${table} where day = $1 limit 1) o,
        jsonb_populate_record(null::calendar.${table}, to_jsonb(o) || $2::jsonb) copy`,
      [date, change],
    );
  const another = copied("occupancy", '{"source_id": 987654}');
  await expect(another).rejects.toMatchObject({ code: "23514", constraint: "no_seat_too_many" });
  const twice = copied("slot_seat", '{"appointment_id": 987654}');
  await expect(twice).rejects.toMatchObject({ code: "23505", constraint: "one_pet_a_seat" });
});

test("a place is given back when the appointment moves, shrinks or is cancelled, and overbooked ones sit beyond the slot's places", async () => {
  const date = nextDay();
  const client = harness.client(AppointmentService);
  const both = [{ petId: "100" }, { petId: "101" }].map((pet) => ({ ...pet, services: [{ serviceId: "1" }] }));
  const two = await harness.book({ date, start: 540, petId: "100", petServices: both });
  const one = await harness.book({ date, start: 540, petId: "110" });
  expect(await seats(date)).toEqual([[540, 1, 2, 3]]);
  const beyond = await harness.book({ date, start: 540, petId: "120", ...overbook });
  expect(await seats(date)).toEqual([[540, 1, 2, 3, 4]]);
  await client.updateAppointment({ id: two.id, version: two.version, petServices: both.slice(0, 1) });
  expect(await seats(date)).toEqual([[540, 1, 3, 4]]);
  // A fourth pet still sits beyond the three, so nobody else fits.
  expect((await refusalOf(harness.book({ date, start: 540, petId: "130" }))).options.facts?.why).toBe("capacity");
  await client.rescheduleCard({ appointmentId: one.id, startTime: 600 });
  expect(await seats(date)).toEqual([
    [540, 1, 4],
    [600, 1],
  ]);
  await client.cancelAppointment({ id: beyond.id, version: beyond.version });
  await harness.book({ date, start: 545, petId: "140" });
  await harness.book({ date, start: 545, petId: "150" });
  expect(await seats(date)).toEqual([
    [540, 1, 2, 3],
    [600, 1],
  ]);
});

test("an appointment that only becomes shorter does not slip into the next slot when that one is full", async () => {
  const date = nextDay();
  const client = harness.client(AppointmentService);
  await harness.book({ date, start: 600, petId: "100" });
  const long = await harness.book({ date, start: 540, petId: "110", duration: 120 });
  const later = client.rescheduleCard({ appointmentId: long.id, startTime: 600, endTime: 660 });
  expect((await refusalOf(later)).options.facts?.why).toBe("capacity");
});

test("from the beginning of a slot it may take what it takes; later in one it has to end with the last of the day, booked or dragged, unless somebody agrees", async () => {
  const date = nextDay();
  const client = harness.client(AppointmentService);
  const outside = async (call: Promise<unknown>) => {
    const { code, options } = await refusalOf(call);
    return [code, options.facts?.why];
  };
  const beyond = [ErrorCode.OUTSIDE_WORKING_HOURS, "outsideHours"];
  expect(await outside(harness.book({ date, start: 630, petId: "100" }))).toEqual(beyond);
  const short = await harness.book({ date, start: 630, petId: "100", duration: 30 });
  await client.cancelAppointment({ id: short.id });
  const whole = await harness.book({ date, start: 600, petId: "110", duration: 120 });
  expect(await outside(client.rescheduleCard({ appointmentId: whole.id, startTime: 605, endTime: 725 }))).toEqual(beyond);
  const asked = { startTime: 605, endTime: 725, override: { outsideWorkingHours: true, reason: "They insist" } };
  await client.rescheduleCard({ appointmentId: whole.id, ...asked });
  await client.cancelAppointment({ id: whole.id });
});

test("what somebody who is away has goes to whoever has least to do, each pet at one slot counted, and never past the end of the day's slots", async () => {
  const date = nextDay();
  for (const staffId of ["2", "3"]) await works({ timeRange: [{ startTime: 540, endTime: 1080 }] }, staffId);
  for (const petId of ["100", "110"]) await harness.book({ date, start: 540, petId });
  await harness.book({ date, start: 900, staffId: "2", petId: "120", duration: 90 });
  for (const [start, petId] of [
    [540, "130"],
    [630, "140"],
  ] as const)
    await harness.book({ date, start, staffId: "3", petId });
  const plan = async (...toStaffIds: string[]) => {
    const asked = { businessId: "1", staffId: "3", startDate: toWireDate(date), plan: AbsencePlan.OTHER_STAFF, toStaffIds };
    return (await harness.client(StaffAppointmentService).planStaffAbsence(asked)).rows.map(({ staffId }) => staffId);
  };
  expect(await plan("1", "2")).toEqual(["2", "2"]);
  expect(await plan("1"), "from 10:30 it would end after 11").toEqual(["1", "0"]);
});

test("limits by size, breed and service are counted pet by pet, and the refusal names the limit", async () => {
  const limitationGroups = [
    { name: "Large dogs", petSizeIds: ["5"], maxPets: 1 },
    { name: "Hand stripping", serviceIds: ["7"], breeds: ["poodle"], maxPets: 1 },
    { maxPets: 4 },
  ];
  await works({ timeRange: [{ startTime: 540, endTime: 1080 }], limitationGroups }, "2");
  const date = nextDay();
  const staffId = "2";
  const first = await harness.book({ date, start: 540, staffId, petId: "105" });
  expect(first.petServiceList.map(({ petSizeId }) => petSizeId)).toEqual(["5"]);
  const large = await refusalOf(harness.book({ date, start: 600, staffId, petId: "115" }));
  expect([large.code, large.options.facts]).toEqual([ErrorCode.SLOT_FULL, { why: "limit", date, note: "Large dogs: at most 1 pet a day" }]);
  const stripped = (petId: string, start: number) =>
    harness.book({ date, start, staffId, petId, petServices: [{ petId, services: [{ serviceId: "7" }] }] });
  await stripped("121", 600);
  expect((await refusalOf(stripped("131", 660))).options.facts?.note).toBe("Hand stripping: at most 1 pet a day");
  await harness.book({ date, start: 660, staffId, petId: "131" });
  await harness.book({ date, start: 720, staffId, petId: "141" });
  expect((await refusalOf(harness.book({ date, start: 780, staffId, petId: "151" }))).options.facts?.note).toBe("at most 4 pets a day");
  const { slotInfos } = await harness.client(CardService).listDaySlotInfos({ startDate: toWireDate(date), staffIds: [staffId] });
  expect(slotInfos[0]?.limitationGroups.map(({ maxPets, usedPets }) => [maxPets, usedPets])).toEqual([
    [1, 1],
    [1, 1],
    [4, 4],
  ]);
  // Another day, one large dog: a second large one is offered no time, a small one is.
  const other = nextDay();
  await harness.book({ date: other, start: 540, staffId, petId: "105" });
  const free = async (petSizeId: string) => {
    const comingPets = [{ petSizeId, breed: "Poodle", serviceIds: ["1"] }];
    const asked = { startDate: toWireDate(other), staffIds: [staffId], duration: 60, comingPets };
    return (await harness.client(SlotService).listFreeSlots(asked)).days.length;
  };
  expect([await free("5"), await free("1")]).toEqual([0, 1]);
});

test("who is swapped for a pet that a limit counts is looked at again", async () => {
  await works(
    { timeRange: [{ startTime: 540, endTime: 1080 }], limitationGroups: [{ name: "Large", petSizeIds: ["5"], maxPets: 0 }] },
    "2",
  );
  const date = nextDay();
  const small = await harness.book({ date, start: 540, staffId: "2", petId: "101" });
  const swap = [{ petId: "105", services: [{ serviceId: "1", staffId: "2" }] }];
  const refusal = await refusalOf(
    harness.client(AppointmentService).updateAppointment({ id: small.id, version: small.version, petServices: swap }),
  );
  expect(refusal.options.facts?.why).toBe("limit");
});

test("what is asked before booking says which limit would be beyond, for these pets and no others", async () => {
  await works(
    { timeRange: [{ startTime: 540, endTime: 1080 }], limitationGroups: [{ name: "Large dogs", petSizeIds: ["5"], maxPets: 0 }] },
    "2",
  );
  const asked = { businessId: "1", staffId: "2", date: toWireDate(nextDay()), startTime: 540, endTime: 600 };
  const check = (petSizeId: string) =>
    harness.client(SlotService).checkConflict({ ...asked, comingPets: [{ petSizeId, breed: "Poodle", serviceIds: ["1"] }] });
  expect((await check("5")).available).toBe(false);
  expect((await check("4")).available).toBe(true);
});
