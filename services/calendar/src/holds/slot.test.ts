import { ErrorCode, toWireDate } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { ClosedDateChangedSchema, StaffChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { BlockService } from "@leashline/proto/leashline/calendar/v1/block_service_pb.js";
import { CardService } from "@leashline/proto/leashline/calendar/v1/card_service_pb.js";
import { AvailabilityType } from "@leashline/proto/leashline/calendar/v1/schedule_pb.js";
import { SlotService } from "@leashline/proto/leashline/calendar/v1/slot_service_pb.js";
import { StaffScheduleService } from "@leashline/proto/leashline/calendar/v1/staff_schedule_service_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Harness, openHarness } from "../../test/harness.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness.stop());

const day = (n: number) => Temporal.PlainDate.from("2031-01-01").add({ weeks: n }).toString();
const slots = (caller = {}) => harness.client(SlotService, caller);
const free = async (n: number, more = {}) =>
  (await slots().listFreeSlots({ startDate: toWireDate(day(n)), duration: 60, step: 60, ...more })).days.flatMap((one) =>
    one.staff.map((staff) => [one.date, staff.staffId, staff.startTimes]),
  );

describe("free slots", () => {
  test("of anybody, of one person, without what is booked, held or blocked", async () => {
    await harness.book({ date: day(1), start: 600 });
    await slots().holdSlot({ staffIds: ["1"], date: toWireDate(day(1)), startTime: 720, duration: 60 });
    expect(await free(1)).toEqual([
      [day(1), "1", [540, 660, 780, 840, 900, 960, 1020]],
      [day(1), "2", [540, 600, 660, 720, 780, 840, 900, 960, 1020]],
    ]);
    expect(await free(1, { staffIds: ["1"], duration: 240 })).toEqual([[day(1), "1", [780, 840]]]);
  });

  test("over a range of days, closed dates left out; an appointment that is being moved does not stand in its own way", async () => {
    const closed = { closedDateId: "1", businessId: "1", startDate: day(3), endDate: day(3), description: "Stocktaking" };
    await harness.tell(ClosedDateChangedSchema, closed);
    await harness.tell(ClosedDateChangedSchema, { ...closed, closedDateId: "2", startDate: day(4), endDate: day(4) });
    await harness.tell(ClosedDateChangedSchema, { ...closed, closedDateId: "2", deleted: true });
    const appointment = await harness.book({ date: day(2), start: 540, duration: 540 });
    expect(await free(2, { staffIds: ["1"] })).toEqual([]);
    expect(await free(2, { staffIds: ["1"], ignoreAppointmentId: appointment.id })).toHaveLength(1);
    const twoWeeks = await free(2, { staffIds: ["1"], endDate: toWireDate(day(4)) });
    expect(twoWeeks.map(([date]) => date)).not.toContain(day(3));
    // 15 days without two Sundays, the full first day and the closed one.
    expect(twoWeeks).toHaveLength(11);
    expect(
      (await refusalOf(slots().listFreeSlots({ startDate: toWireDate(day(2)), endDate: toWireDate(day(12)), duration: 60 }))).code,
    ).toBe(ErrorCode.PARAMS_INVALID);
  });

  test("nothing in the past, and nothing before the notice", async () => {
    const past = { startDate: toWireDate("2020-01-01"), endDate: toWireDate("2020-02-01") };
    expect((await slots().listFreeSlots({ ...past, duration: 60 })).days).toEqual([]);
    const today = Temporal.Now.plainDateISO("America/Los_Angeles");
    const soon = {
      startDate: toWireDate(today.toString()),
      endDate: toWireDate(today.add({ days: 20 }).toString()),
      duration: 60,
      noticeMinutes: 7 * 1440,
    };
    const [first] = (await slots().listFreeSlots(soon)).days;
    expect(first!.date >= today.add({ days: 7 }).toString()).toBe(true);
  });

  test("online only leaves out staff who take none", async () => {
    await harness.tell(StaffChangedSchema, {
      staffId: "2",
      firstName: "Staff",
      lastName: "2",
      businessIds: ["1"],
      showOnCalendar: true,
      bookOnlineAvailable: false,
    });
    expect((await free(5, { onlineOnly: true })).map(([, staffId]) => staffId)).toEqual(["1"]);
  });
});

describe("holds", () => {
  const hold = (n: number, startTime: number, more = {}) =>
    slots().holdSlot({ staffIds: ["1"], date: toWireDate(day(n)), startTime, duration: 60, ...more });

  test("a held time can be neither booked nor held by others, and its booking takes its place", async () => {
    const { token, staffId, expiresAt } = await hold(6, 600);
    expect(staffId).toBe("1");
    expect(Math.round((Number(expiresAt!.seconds) * 1000 - Date.now()) / 60_000)).toBe(10);
    expect((await refusalOf(hold(6, 630))).code).toBe(ErrorCode.SLOT_FULL);
    expect((await refusalOf(harness.book({ date: day(6), start: 630 }))).options.conflict?.kind).toBe("conflict with existing booking");
    await harness.book({ date: day(6), start: 600, holdToken: token });
    expect((await refusalOf(harness.book({ date: day(6), start: 700, holdToken: token }))).code).toBe(ErrorCode.HOLD_EXPIRED);
  });

  test("the last time of two people: one gets it, the other is offered the next", async () => {
    const both = await Promise.allSettled([hold(7, 600), hold(7, 600)]);
    const lost = both.find((one) => one.status === "rejected");
    expect(both.filter((one) => one.status === "fulfilled")).toHaveLength(1);
    const refusal = await refusalOf(Promise.reject(lost?.reason));
    expect(refusal.options.conflict?.nextFree.some((next) => next.staffId === "1" && next.startTime === 660)).toBe(true);
  });

  test("released, swapped and expired holds free the time", async () => {
    const first = await hold(8, 600);
    const second = await hold(8, 700, { replaceToken: first.token });
    await hold(8, 600, { staffIds: ["1", "2"] });
    await slots().releaseHold({ token: second.token });
    await slots().releaseHold({ token: second.token });
    await harness.book({ date: day(8), start: 700 });
    await harness.admin.query("update calendar.slot_hold set expires_at = now() - interval '1 second' where date = $1", [day(8)]);
    await harness.book({ date: day(8), start: 600 });
  });

  test("a time that is offered in steps begins at one of them, as does what is free instead; who holds another already goes on", async () => {
    for (const wrong of [605, 615, 631]) {
      const refusal = await refusalOf(hold(41, wrong, { step: 30 }));
      expect([refusal.code, refusal.options.fields?.[0]?.field], `${wrong}`).toEqual([ErrorCode.PARAMS_INVALID, "startTime"]);
    }
    const { token } = await hold(41, 615, { step: 15 });
    expect((await hold(41, 615, { step: 30, replaceToken: token })).token).toBe(token);
    const taken = await refusalOf(hold(41, 630, { step: 30 }));
    const free = taken.options.conflict?.nextFree ?? [];
    expect([taken.code, free.length, free.map(({ startTime }) => startTime % 30)]).toEqual([ErrorCode.SLOT_FULL, 5, [0, 0, 0, 0, 0]]);
  });

  test("a service that does not exist is refused, and nothing is held", async () => {
    const refusal = await refusalOf(hold(20, 600, { serviceIds: ["1", "99"] }));
    expect([refusal.code, refusal.options.fields?.[0]?.field, refusal.options.facts]).toEqual([
      ErrorCode.SERVICE_NOT_FOUND,
      "serviceIds",
      { serviceId: "99" },
    ]);
    await hold(20, 600, { serviceIds: ["1", "1"] });
  });

  test("a day that is over, or is none of this century, is refused with the field, for a hold and for whatever stands on the calendar", async () => {
    const yesterday = Temporal.Now.plainDateISO("America/Los_Angeles").subtract({ days: 1 }).toString();
    for (const wrong of [yesterday, "0001-01-01", "2100-01-01"]) {
      const refusal = await refusalOf(slots().holdSlot({ staffIds: ["1"], date: toWireDate(wrong), startTime: 600, duration: 60 }));
      expect([refusal.code, refusal.options.fields?.[0]?.field], wrong).toEqual([ErrorCode.PARAMS_INVALID, "date"]);
    }
    const wrong = { staffId: "1", date: toWireDate("0001-01-01"), startTime: 600, endTime: 660 };
    const calls = [
      () => harness.client(BlockService).createBlock(wrong),
      () => slots().checkConflict(wrong),
      () => harness.book({ date: "0001-01-01", start: 600 }),
    ];
    for (const call of calls) expect((await refusalOf(call())).code).toBe(ErrorCode.PARAMS_INVALID);
  });

  test("a hold lasts as long as it was asked for, and a renewed one from then on", async () => {
    const minutesLeft = (expiresAt: { seconds: bigint } | undefined) =>
      Math.round((Number(expiresAt?.seconds) * 1000 - Date.now()) / 60_000);
    const long = await hold(22, 600, { holdMinutes: 43_200 });
    expect(minutesLeft(long.expiresAt)).toBe(43_200);
    const again = await hold(22, 600, { holdMinutes: 3, replaceToken: long.token });
    expect([again.token, minutesLeft(again.expiresAt)]).toEqual([long.token, 3]);
  });

  test("of several people the first who is free is held", async () => {
    await harness.book({ date: day(9), start: 600 });
    expect((await hold(9, 600, { staffIds: ["1", "2"] })).staffId).toBe("2");
    expect((await refusalOf(hold(9, 600, { staffIds: ["1", "2"] }))).code).toBe(ErrorCode.SLOT_FULL);
    expect((await refusalOf(hold(9, 100))).code).toBe(ErrorCode.OUTSIDE_WORKING_HOURS);
  });
});

describe("staff booked by slot", () => {
  test("slot-defaults: appointments share a slot until it is full, whatever their length", async () => {
    const day9to10 = {
      isAvailable: true,
      slots: [
        { startTime: 540, endTime: 600, capacity: 2 },
        { startTime: 600, endTime: 660, capacity: 1 },
      ],
    };
    const schedule = {
      staffId: "1",
      scheduleType: 1,
      availabilityType: AvailabilityType.BY_SLOT,
      days: Array.from({ length: 7 }, () => day9to10),
    };
    await harness.client(StaffScheduleService).updateStaffSchedule(schedule);
    await harness.book({ date: day(10), start: 540, duration: 120 });
    await harness.book({ date: day(10), start: 540, duration: 120, petId: "20" });
    const refusal = await refusalOf(harness.book({ date: day(10), start: 540, petId: "30" }));
    expect([refusal.code, refusal.options.facts?.why]).toEqual([ErrorCode.SLOT_FULL, "capacity"]);
    expect(await free(10, { staffIds: ["1"] })).toEqual([[day(10), "1", [600]]]);
    const race = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) => harness.book({ date: day(10), start: 600, petId: String(40 + n * 10) })),
    );
    expect(race.filter((one) => one.status === "fulfilled")).toHaveLength(1);
    const { slotInfos } = await harness.client(CardService).listDaySlotInfos({ startDate: toWireDate(day(10)), staffIds: ["1"] });
    expect(slotInfos).toMatchObject([
      { startTime: 540, petCapacity: 2, usedPetCapacity: 2, usedFamilyCapacity: 2, hitLimit: true },
      { startTime: 600, petCapacity: 1, usedPetCapacity: 1, hitLimit: true },
    ]);
  });

  test("more pets in the time that an appointment has already are counted anew, and fewer are not", async () => {
    const mine = await harness.book({ date: day(21), start: 540 });
    await harness.book({ date: day(21), start: 540, petId: "20" });
    const petDetailId = mine.petServiceList[0]?.petDetailId ?? "";
    const half = { serviceId: "1", staffId: "1", duration: 30 };
    const edit = (petServices: object[]) => harness.client(AppointmentService).updateAppointment({ id: mine.id, petServices });
    const own = { petId: "10", services: [{ ...half, petDetailId }] };
    const refusal = await refusalOf(edit([own, { petId: "18", services: [half] }]));
    expect([refusal.code, refusal.options.facts?.why]).toEqual([ErrorCode.SLOT_FULL, "capacity"]);
    expect((await edit([own])).appointment).toMatchObject({ startTime: 540, endTime: 570 });
  });

  test("a limit on pets a day", async () => {
    const limited = {
      isAvailable: true,
      timeRange: [{ startTime: 540, endTime: 1080 }],
      limitationGroups: [{ serviceIds: ["1"], maxPets: 1 }],
    };
    await harness
      .client(StaffScheduleService)
      .updateStaffSchedule({ staffId: "2", scheduleType: 1, days: Array.from({ length: 7 }, () => limited) });
    const mine = await harness.book({ date: day(11), start: 540, staffId: "2" });
    const half = { serviceId: "1", staffId: "2", duration: 30 };
    const two = [
      { petId: "10", services: [{ ...half, petDetailId: mine.petServiceList[0]!.petDetailId }] },
      { petId: "18", services: [half] },
    ];
    const more = harness.client(AppointmentService).updateAppointment({ id: mine.id, petServices: two });
    expect((await refusalOf(more)).options.facts?.why, "a second pet in the time it has").toBe("limit");
    expect((await refusalOf(harness.book({ date: day(11), start: 900, staffId: "2", petId: "20" }))).options.facts?.why).toBe("limit");
    const { slotInfos } = await harness.client(CardService).listDaySlotInfos({ startDate: toWireDate(day(11)), staffIds: ["2"] });
    expect(slotInfos).toMatchObject([{ hitLimit: true, limitationGroups: [{ serviceIds: ["1"], maxPets: 1, usedPets: 1 }] }]);
    const other = [{ petId: "20", services: [{ serviceId: "2" }] }];
    await harness.book({ date: day(11), start: 900, staffId: "2", petServices: other, customerId: "2" });
  });
});

describe("conflict check", () => {
  test("conflict-kinds: says what stands in the way and what is free, or that all is well", async () => {
    const check = (startTime: number, endTime: number, more = {}) =>
      slots().checkConflict({ staffId: "2", date: toWireDate(day(12)), startTime, endTime, ...more });
    const appointment = await harness.book({
      date: day(12),
      start: 600,
      staffId: "2",
      petServices: [{ petId: "10", services: [{ serviceId: "2" }] }],
    });
    expect(await check(700, 760)).toMatchObject({ available: true });
    const taken = await check(630, 690);
    expect(taken).toMatchObject({ available: false, conflict: { kind: "conflict with existing booking", appointmentId: appointment.id } });
    expect(taken.conflict?.nextFree.length).toBe(5);
    expect((await check(300, 360)).conflict?.kind).toBe("not working at this time");
    expect((await check(630, 690, { appointmentId: appointment.id })).available).toBe(true);
  });
});
