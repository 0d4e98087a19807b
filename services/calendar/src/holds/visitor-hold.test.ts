import { ErrorCode, toWireDate } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { BlockService } from "@leashline/proto/leashline/calendar/v1/block_service_pb.js";
import { AvailabilityType } from "@leashline/proto/leashline/calendar/v1/schedule_pb.js";
import { SlotService } from "@leashline/proto/leashline/calendar/v1/slot_service_pb.js";
import { StaffScheduleService } from "@leashline/proto/leashline/calendar/v1/staff_schedule_service_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Harness, openHarness } from "../../test/harness.ts";

// Times held for people outside. Everybody works 9 to 6, so half of a day is four and a half hours.

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness.stop());

const day = (n: number) => Temporal.PlainDate.from("2032-01-07").add({ weeks: n }).toString();
const storefront = { via: "online-booking", kind: "service" as const };
const groomer = { permissions: [Permission.CREATE_AND_EDIT_TICKET, Permission.VIEW_CALENDAR], accountId: "2", employeeCategory: 0 };
const slots = (caller: object = storefront) => harness.client(SlotService, caller);
type Visitor = { keys?: [string, number][]; strangerShare?: number; requested?: boolean };

const hold = (n: number, startTime: number, { keys = [], ...visitor }: Visitor = {}, more = {}) =>
  slots().holdSlot({
    staffIds: ["1"],
    date: toWireDate(day(n)),
    startTime,
    duration: 60,
    visitor: { strangerShare: 50, ...visitor, bounds: keys.map(([key, most]) => ({ key, most })) },
    ...more,
  });
const kept = async (call: ReturnType<typeof hold>) => (await call).token !== "";
const hours = [540, 600, 660, 720, 780, 840, 900, 960, 1020];

describe("bounds", () => {
  test("by key: one more than may stand at once is free but not kept, at once or one after the other; swapping one for another is no more", async () => {
    const keys: [string, number][] = [["network:a", 3]];
    const tries = await Promise.all(hours.slice(0, 8).map((at, n) => kept(hold(1 + n, at, { keys }))));
    expect(tries.filter(Boolean)).toHaveLength(3);
    expect(await kept(hold(10, 600, { keys }))).toBe(false);
    expect(
      await kept(
        hold(10, 600, {
          keys: [
            ["network:b", 3],
            ["page", 100],
          ],
        }),
      ),
    ).toBe(true);
    const mine = await hold(11, 600, { keys: [["visitor:c", 1]] });
    const other = await hold(11, 720, { keys: [["visitor:c", 1]] }, { replaceToken: mine.token });
    expect([other.token !== "", await kept(hold(11, 600, { keys: [["visitor:d", 1]] }))]).toEqual([true, true]);
    expect((await refusalOf(hold(11, 600, { keys }))).code).toBe(ErrorCode.SLOT_FULL);
  });

  test("what is not kept gives back what was held before", async () => {
    const mine = await hold(12, 600, { keys: [["one", 1]] });
    await hold(12, 900, { keys: [["other", 1]] });
    const { token, staffId, expiresAt } = await hold(12, 720, { keys: [["other", 1]] }, { replaceToken: mine.token });
    expect({ token, staffId, expiresAt }).toEqual({ token: "", staffId: "1", expiresAt: undefined });
    expect(await kept(hold(12, 600))).toBe(true);
  });

  test("strangers together hold half of what is free of a person's day, however many they are; clients are not counted", async () => {
    const tries = await Promise.all(hours.map((at, n) => kept(hold(13, at, { keys: [[`network:${n}`, 1]] }))));
    expect(tries.filter(Boolean)).toHaveLength(4);
    expect(await kept(hold(13, hours[tries.indexOf(false)] ?? 0, { strangerShare: 0 }))).toBe(true);
    await harness.book({ date: day(14), start: 540, duration: 420 });
    expect([await kept(hold(14, 960)), await kept(hold(14, 1020))]).toEqual([true, false]);
    expect(await kept(hold(15, 540, {}, { duration: 300 }))).toBe(false);
  });

  test("of somebody booked by slot half of the free seats", async () => {
    const slotsOfDay = [{ startTime: 540, endTime: 600, capacity: 4 }];
    await harness.client(StaffScheduleService).updateStaffSchedule({
      staffId: "2",
      scheduleType: 1,
      availabilityType: AvailabilityType.BY_SLOT,
      days: Array.from({ length: 7 }, () => ({ isAvailable: true, slots: slotsOfDay })),
    });
    const tries = await Promise.all(Array.from({ length: 5 }, () => kept(hold(16, 540, {}, { staffIds: ["2"] }))));
    expect(tries.filter(Boolean)).toHaveLength(2);
  });
});

describe("staff", () => {
  test("book and block over what a visitor holds while choosing, without a permission; the visitor is told when asking for it again", async () => {
    const mine = await hold(20, 600);
    await hold(20, 720);
    const appointment = await harness.book({ date: day(20), start: 600 }, groomer);
    expect(appointment).toMatchObject({ overbooked: false });
    const refusal = await refusalOf(hold(20, 600, {}, { replaceToken: mine.token }));
    const { conflict } = refusal.options;
    expect([refusal.code, (conflict?.nextFree.length ?? 0) > 0]).toEqual([ErrorCode.SLOT_FULL, true]);
    expect(conflict?.appointmentId, "whose visit is in the way is told to nobody outside").toBe("0");
    const told = (await refusalOf(harness.book({ date: day(20), start: 600 }, groomer))).options.conflict;
    expect(told?.appointmentId).toBe(appointment.id);
    const check = { staffId: "1", date: toWireDate(day(20)), startTime: 720, endTime: 780 };
    expect([(await slots({}).checkConflict(check)).available, (await slots().checkConflict(check)).available]).toEqual([true, false]);
    const moved = { appointmentId: appointment.id, startDate: toWireDate(day(20)), startTime: 720 };
    const after = await harness.client(AppointmentService).rescheduleCard(moved);
    expect(after.appointment).toMatchObject({ startTime: 720, overbooked: false });
    await hold(20, 900);
    await harness.client(BlockService).createBlock({ staffId: "1", date: toWireDate(day(20)), startTime: 900, endTime: 960 });
  });

  test("are asked before they book over a time that a request waits for, and need no permission to", async () => {
    await hold(21, 600, { requested: true });
    const refusal = await refusalOf(harness.book({ date: day(21), start: 600 }, groomer));
    expect([refusal.code, refusal.options.facts?.why]).toEqual([ErrorCode.SLOT_FULL, "held"]);
    const override = { overbook: true, outsideWorkingHours: false, reason: "They stand at the desk" };
    expect(await harness.book({ date: day(21), start: 600, override }, groomer)).toMatchObject({ overbooked: false });
    expect((await refusalOf(harness.book({ date: day(21), start: 600, override, petId: "20" }, groomer))).options.facts?.why).toBe(
      "overlap",
    );
  });

  test("need the permission for what another of the shop holds", async () => {
    await slots({}).holdSlot({ staffIds: ["1"], date: toWireDate(day(22)), startTime: 600, duration: 60 });
    const override = { overbook: true, outsideWorkingHours: false, reason: "Rush" };
    expect((await refusalOf(harness.book({ date: day(22), start: 600, override }, groomer))).options.facts?.why).toBe("overlap");
  });
});

test("every hold with a key is given back at once, by our own services only", async () => {
  const keys: [string, number][] = [["request:7", 9]];
  await hold(23, 600, { keys });
  await hold(23, 720, { keys });
  await hold(23, 840);
  expect((await refusalOf(slots({}).releaseHold({ key: "request:7" }))).options.fields?.[0]?.field).toBe("key");
  expect((await refusalOf(slots().releaseHold({}))).code).toBe(ErrorCode.PARAMS_INVALID);
  await slots().releaseHold({ key: "request:7" });
  expect([await kept(hold(23, 600)), await kept(hold(23, 720))]).toEqual([true, true]);
  expect((await refusalOf(hold(23, 840))).code).toBe(ErrorCode.SLOT_FULL);
});

test("holds that have run out are swept away with the next ones, whosever they were", async () => {
  await harness.admin.query("update calendar.slot_hold set expires_at = now() - interval '1 second'");
  await hold(24, 600);
  const { rows } = await harness.admin.query("select count(*)::int as n from calendar.slot_hold");
  expect(rows).toEqual([{ n: 1 }]);
});
