import { ErrorCode, type Refusal, toWireDate } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { BusinessChangedSchema, StaffChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { BlockService } from "@leashline/proto/leashline/calendar/v1/block_service_pb.js";
import { AvailabilityType } from "@leashline/proto/leashline/calendar/v1/schedule_pb.js";
import { SlotService } from "@leashline/proto/leashline/calendar/v1/slot_service_pb.js";
import { StaffScheduleService } from "@leashline/proto/leashline/calendar/v1/staff_schedule_service_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Harness, openHarness, type Wish } from "../../test/harness.ts";
import { utcMinute } from "../scheduling/zone.ts";

// One company, one person, two businesses: 10:00 in Los Angeles is 13:00 in New York.

const inLosAngeles = { businessId: "1", businessIds: ["1", "2"], zone: "America/Los_Angeles" };
const inNewYork = { businessId: "2", businessIds: ["1", "2"], zone: "America/New_York" };
type Where = typeof inNewYork;

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness(["1", "2"]);
  for (const { businessId, zone } of [inLosAngeles, inNewYork])
    await harness.tell(BusinessChangedSchema, { businessId, businessName: zone, timezoneName: zone, currencyCode: "USD" });
  for (const staffId of ["1", "2"])
    await harness.tell(StaffChangedSchema, {
      staffId,
      firstName: "Staff",
      lastName: staffId,
      businessIds: ["1", "2", "3"],
      showOnCalendar: true,
    });
});
afterAll(() => harness.stop());

/** A Wednesday of its own for every test. */
const day = (week: number) => Temporal.PlainDate.from("2031-01-01").add({ weeks: week }).toString();
const next = (date: string) => Temporal.PlainDate.from(date).add({ days: 1 }).toString();
const book = (where: Where, wish: Wish) => harness.book({ ...wish }, where);
const anyTime = { override: { outsideWorkingHours: true, reason: "asked for" } };
const overbook = { override: { overbook: true, outsideWorkingHours: true, reason: "asked for" } };
const taken = async (call: Promise<unknown>): Promise<Refusal> => {
  const refusal = await refusalOf(call);
  expect(refusal.code).toBe(ErrorCode.SLOT_FULL);
  return refusal;
};
const starts = async (where: Where, date: string, more = {}) => {
  const { days } = await harness
    .client(SlotService, where)
    .listFreeSlots({ startDate: toWireDate(date), staffIds: ["1"], duration: 60, step: 60, ...more });
  return days.find((one) => one.staff.some((staff) => staff.staffId === "1"))?.staff[0]?.startTimes ?? [];
};

describe("a person who works in New York and Los Angeles", () => {
  test("10:00 here is not 10:00 there: both are booked, and neither is marked as overbooked", async () => {
    await book(inLosAngeles, { date: day(1), start: 600 });
    const appointment = await book(inNewYork, { date: day(1), start: 600, ...overbook });
    expect(appointment).toMatchObject({ overbooked: false, outOfHours: false });
  });

  test("the same instant is refused, with free times of the place that asks", async () => {
    const appointment = await book(inLosAngeles, { date: day(2), start: 600 });
    const refusal = await taken(book(inNewYork, { date: day(2), start: 780 }));
    expect(refusal.options.conflict).toMatchObject({ kind: "conflict with existing booking", appointmentId: appointment.id });
    const free = refusal.options.conflict?.nextFree ?? [];
    expect(free.length).toBe(5);
    for (const one of free) expect(one.date === day(2) && one.startTime < 840 && 780 < one.endTime).toBe(false);
    expect(await starts(inNewYork, day(2))).toEqual([540, 600, 660, 720, 840, 900, 960, 1020]);
    expect(await starts(inLosAngeles, day(2))).toEqual([540, 660, 720, 780, 840, 900, 960, 1020]);
  });

  test("an overbooked appointment is marked, and what is not overbooked stands in the constraint", async () => {
    await book(inLosAngeles, { date: day(3), start: 540 });
    expect(await book(inNewYork, { date: day(3), start: 720, ...overbook })).toMatchObject({ overbooked: true });
    await book(inNewYork, { date: day(3), start: 540, petId: "20" });
    const taken = "from calendar.occupancy where day = $1 and business_id = 2 and source_kind = 1 and exclusive";
    const { rowCount } = await harness.admin.query(`select ${taken}`, [day(3)]);
    expect(rowCount).toBe(1);
    const copy = harness.admin.query(
      `insert into calendar.occupancy (company_id, source_kind, source_id, resource_kind, resource_id, day, from_utc, to_utc, business_id, exclusive, seats)
        select company_id, 2, 1, resource_kind, resource_id, day, from_utc + 10, to_utc, 1, true, 0 ${taken}`,
      [day(3)],
    );
    await expect(copy).rejects.toMatchObject({ code: "23P01", constraint: "nobody_twice" });
  });

  test("late in Los Angeles is the next day in New York", async () => {
    await book(inLosAngeles, { date: day(4), start: 1290, duration: 90, ...anyTime });
    await taken(book(inNewYork, { date: next(day(4)), start: 30, ...anyTime }));
    await book(inNewYork, { date: next(day(4)), start: 120, ...anyTime });
    await taken(book(inLosAngeles, { date: day(4), start: 1380, duration: 30, petId: "20", ...anyTime }));
  });

  test("a race for one instant by two calendars on two dates: one of them gets it", async () => {
    const wishes = Array.from({ length: 20 }, (_, n): [Where, Wish] =>
      n % 2 === 0
        ? [inLosAngeles, { date: day(5), start: 1260, petId: `${n + 1}0`, ...anyTime }]
        : [inNewYork, { date: next(day(5)), start: 20, petId: `${n + 1}0`, ...anyTime }],
    );
    const outcomes = await Promise.allSettled(wishes.map(([where, wish]) => book(where, wish)));
    expect(outcomes.filter((one) => one.status === "fulfilled")).toHaveLength(1);
    for (const one of outcomes) if (one.status === "rejected") await taken(Promise.reject(one.reason));
  });

  test("holds: another place's local time is free, the same instant is not", async () => {
    const hold = (where: Where, startTime: number, more = {}) =>
      harness.client(SlotService, where).holdSlot({ staffIds: ["1"], date: toWireDate(day(6)), startTime, duration: 60, ...more });
    const { token } = await hold(inLosAngeles, 600);
    await hold(inNewYork, 600);
    await taken(hold(inNewYork, 780));
    await taken(book(inNewYork, { date: day(6), start: 800 }));
    expect(await starts(inNewYork, day(6))).toEqual([540, 660, 720, 840, 900, 960, 1020]);
    // The same minutes on another clock are another time: the hold is exchanged, not renewed.
    const moved = await hold(inNewYork, 1020, { replaceToken: token });
    await book(inLosAngeles, { date: day(6), start: 600 });
    expect((await hold(inNewYork, 1020, { replaceToken: moved.token })).token).toBe(moved.token);
  });

  test("blocks, moves and the conflict check", async () => {
    const date = toWireDate(day(7));
    const block = (where: Where, startTime: number) =>
      harness.client(BlockService, where).createBlock({ staffId: "1", date, startTime, endTime: startTime + 60 });
    const appointment = await book(inNewYork, { date: day(7), start: 600 });
    await block(inLosAngeles, 600);
    await taken(block(inLosAngeles, 420));
    const move = (startTime: number) =>
      harness.client(AppointmentService, inNewYork).rescheduleCard({ appointmentId: appointment.id, startTime });
    await taken(move(810));
    await move(660);
    const check = async (startTime: number) =>
      (await harness.client(SlotService, inNewYork).checkConflict({ staffId: "1", date, startTime, endTime: startTime + 60 })).conflict
        ?.kind;
    expect([await check(600), await check(780)]).toEqual([undefined, "conflict with blocked time"]);
  });

  test("who is booked by slot here is away while they work elsewhere", async () => {
    const hours = { isAvailable: true, slots: [540, 600, 660].map((startTime) => ({ startTime, endTime: startTime + 60, capacity: 2 })) };
    await harness.client(StaffScheduleService, inNewYork).updateStaffSchedule({
      staffId: "2",
      scheduleType: 1,
      availabilityType: AvailabilityType.BY_SLOT,
      days: Array.from({ length: 7 }, () => hours),
    });
    await book(inLosAngeles, { date: day(8), start: 420, staffId: "2", ...anyTime });
    await taken(book(inNewYork, { date: day(8), start: 600, staffId: "2" }));
    const { days } = await harness
      .client(SlotService, inNewYork)
      .listFreeSlots({ startDate: toWireDate(day(8)), staffIds: ["2"], duration: 60 });
    expect(days[0]?.staff[0]?.startTimes).toEqual([540, 660]);
    await book(inNewYork, { date: day(8), start: 540, staffId: "2" });
    await book(inNewYork, { date: day(8), start: 540, staffId: "2", petId: "20" });
    await taken(book(inLosAngeles, { date: day(8), start: 375, duration: 30, staffId: "2", ...anyTime }));
  });
});

describe("on days on which a clock changes", () => {
  test("a hold written by the version before gets its instants from the zone of its business, also on such days", async () => {
    const days = ["2031-03-09", "2031-11-02", "2031-05-07"];
    const minutes = [0, 59, 60, 90, 119, 180, 240, 1440];
    for (const { businessId, zone } of [inNewYork, inLosAngeles]) {
      const { rows } = await harness.admin.query(
        `insert into calendar.slot_hold (company_id, token, business_id, staff_id, date, start_minute, end_minute, expires_at)
          select 1, $1 || d || m, $1::bigint, 2, d::date, m, m + 1, now() from unnest($2::text[]) d, unnest($3::int[]) m
          returning date::text, start_minute, from_utc, end_minute, to_utc`,
        [businessId, days, minutes],
      );
      expect(rows).toHaveLength(days.length * minutes.length);
      for (const row of rows) {
        expect([row, row.from_utc]).toEqual([row, String(utcMinute(row.date, row.start_minute, zone))]);
        expect([row, row.to_utc]).toEqual([row, String(utcMinute(row.date, row.end_minute, zone))]);
      }
    }
  });

  test("autumn: the hour that comes twice, seen from a place where it comes once", async () => {
    // New York, 2 November 2031: 1:00 to 2:00 comes at 22:00 and again at 23:00 of the evening before in Los Angeles.
    const [sunday, saturday] = ["2031-11-02", "2031-11-01"];
    await book(inLosAngeles, { date: saturday, start: 1410, duration: 30, ...anyTime });
    await book(inNewYork, { date: sunday, start: 60, duration: 30, ...anyTime });
    await taken(book(inNewYork, { date: sunday, start: 100, duration: 30, petId: "20", ...anyTime }));
    await book(inNewYork, { date: sunday, start: 120, duration: 30, ...anyTime });
  });

  test("spring: two hours on the wall are one in truth", async () => {
    // New York, 9 March 2031: 2:00 to 3:00 does not come; 3:00 is 23:00 of the evening before in Los Angeles.
    const [sunday, saturday] = ["2031-03-09", "2031-03-08"];
    await book(inLosAngeles, { date: saturday, start: 1380, duration: 30, ...anyTime });
    await taken(book(inNewYork, { date: sunday, start: 180, duration: 30, ...anyTime }));
    await book(inNewYork, { date: sunday, start: 90, duration: 30, ...anyTime });
    await book(inNewYork, { date: sunday, start: 210, duration: 30, ...anyTime });
    await taken(book(inLosAngeles, { date: saturday, start: 1350, duration: 40, petId: "20", ...anyTime }));
  });
});

test("a business that moves to another zone: an appointment keeps its instants until somebody moves it, whatever else is changed", async () => {
  const at = async (id: string) =>
    (await harness.admin.query("select from_utc, to_utc from calendar.occupancy where source_kind = 1 and source_id = $1", [id]))
      .rows[0] as object;
  const zone = (timezoneName: string) =>
    harness.tell(BusinessChangedSchema, { businessId: "3", businessName: "Mover", timezoneName, currencyCode: "USD" });
  const mover = { businessId: "3", businessIds: ["3"], zone: "America/New_York" };
  await zone("America/New_York");
  const appointment = await book(mover, { date: day(20), start: 600 });
  const before = await at(appointment.id);
  await zone("America/Chicago");
  const appointments = harness.client(AppointmentService, mover);
  const { appointment: noted } = await appointments.updateAppointment({ id: appointment.id, alertNotes: "bites" });
  expect([noted?.startAt, noted?.endAt, await at(appointment.id)]).toEqual([appointment.startAt, appointment.endAt, before]);
  const { appointment: moved } = await appointments.rescheduleCard({ appointmentId: appointment.id, startTime: 660 });
  expect(Number(moved?.startAt?.seconds) - Number(appointment.startAt?.seconds)).toBe(2 * 3600);
});
