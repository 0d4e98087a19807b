import { ErrorCode, type Refusal, toWireDate } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { ClosedDateChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { CardService } from "@leashline/proto/leashline/calendar/v1/card_service_pb.js";
import { DaycareService } from "@leashline/proto/leashline/calendar/v1/daycare_service_pb.js";
import { OverviewService } from "@leashline/proto/leashline/calendar/v1/overview_service_pb.js";
import { RepeatFrequency, SeriesService } from "@leashline/proto/leashline/calendar/v1/series_service_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Harness, lateFees, openHarness } from "../../test/harness.ts";
import { spoken } from "./daycare.ts";

const { CHECKED_IN, FINISHED, CANCELLED } = AppointmentStatus;
const DAYCARE = "96";
let harness: Harness;
beforeAll(async () => {
  harness = await openHarness(["1", "2"]);
});
afterAll(() => harness.stop());

const api = (caller = {}) => harness.client(AppointmentService, caller);
const daycare = (caller = {}) => harness.client(DaycareService, caller);
const setHeads = (heads: number, more: object = {}) =>
  daycare().updateDaycareSetting({ setting: { limited: true, heads: Array(7).fill(heads), ...more } });
beforeEach(() => setHeads(2, { middayAt: 720, autoCheckOutAt: 0 }));

const FULL_DAY = 540;
const HALF_DAY = 240;
const wish = (date: string, petId: string, start = 480, duration = FULL_DAY) => ({
  date,
  start,
  petId,
  petServices: [{ petId, services: [{ serviceId: DAYCARE, duration }] }],
});
const book = (date: string, petId: string, start?: number, duration?: number) => harness.book(wish(date, petId, start, duration));
const takenOn = async (date: string) => {
  const { days } = await daycare().getDaycareDays({ startDate: toWireDate(date), endDate: toWireDate(date) });
  return [days[0]?.morning, days[0]?.afternoon];
};

test("room-not-available: a full day takes a place in both halves, half days one each; 10015 names the half and the next days", async () => {
  const date = "2031-06-03";
  await book(date, "10");
  await book(date, "20", 480, HALF_DAY);
  await book(date, "30", 780, HALF_DAY);
  expect(await takenOn(date)).toEqual([2, 2]);
  const refusal = await refusalOf(book(date, "40", 800, HALF_DAY));
  expect([refusal.code, refusal.options.facts]).toEqual([
    ErrorCode.ROOM_NOT_AVAILABLE,
    { why: "daycareFull", date, freeDays: "2031-06-04,2031-06-05,2031-06-06" },
  ]);
  expect(refusal.options.fields?.[0]?.reason).toContain(`daycare is full in the afternoon of ${spoken(date)}: 2 of 2 places are taken`);
  expect(await takenOn(date)).toEqual([2, 2]);
});

test("daycare takes nobody's time and no column of the calendar; a bath in between does", async () => {
  const date = "2031-06-10";
  const petServices = [
    {
      petId: "10",
      services: [
        { serviceId: DAYCARE, duration: FULL_DAY },
        { serviceId: "1", startTime: 600 },
      ],
    },
  ];
  const both = await harness.book({ date, start: 480, petId: "10", petServices });
  expect(both.petServiceList.map((line) => [line.staffId, line.startTime, line.duration])).toEqual([
    ["-10", 480, FULL_DAY],
    ["1", 600, 60],
  ]);
  await book(date, "20");
  await harness.book({ date, start: 540, petId: "30" });
  expect((await refusalOf(harness.book({ date, start: 600, petId: "40" }))).code).toBe(ErrorCode.SLOT_FULL);
  const { cards } = await harness.client(CardService).listDayCards({ startDate: toWireDate(date) });
  expect(cards.map((card) => [card.staffId, card.startTime])).toEqual([
    ["1", 540],
    ["1", 600],
  ]);
});

test("50 at once for the last 7 places: 7 come in, the others are told so, and nobody waits on another crosswise", async () => {
  const date = "2031-06-17";
  await setHeads(8);
  await book(date, "10");
  const tries = Array.from({ length: 50 }, async (_, n): Promise<Refusal | null> => {
    const call = book(date, String(100 + n * 10), n % 2 ? 480 : 490);
    return await call.then(() => null).catch(() => refusalOf(call));
  });
  const outcomes = await Promise.all(tries);
  expect(outcomes.filter((one) => one === null)).toHaveLength(7);
  expect(new Set(outcomes.filter((one) => one !== null).map(({ code }) => code))).toEqual(new Set([ErrorCode.ROOM_NOT_AVAILABLE]));
  expect(await takenOn(date)).toEqual([8, 8]);
  const { rows } = await harness.admin.query("select deadlocks::int as n from pg_stat_database where datname = current_database()");
  expect(rows[0].n).toBe(0);
}, 60_000);

test("canceled gives the place back, and it may not be taken back once somebody else has it; a move needs places on the new day", async () => {
  const [date, other] = ["2031-06-24", "2031-06-25"];
  const [first] = [await book(date, "10"), await book(date, "20")];
  await api().cancelAppointment({ id: first.id });
  expect(await takenOn(date)).toEqual([1, 1]);
  const third = await book(date, "30");
  expect((await refusalOf(api().revertStatus({ id: first.id }))).code).toBe(ErrorCode.ROOM_NOT_AVAILABLE);
  expect((await api().getAppointment({ id: first.id })).appointment?.status).toBe(CANCELLED);
  await setHeads(1);
  // Who is booked keeps the place, also where fewer are taken now.
  await api().updateAppointment({ id: third.id, alertNotes: "Shy" });
  await api().updateAppointment({ id: third.id, startTime: 500 });
  await book(other, "40");
  expect((await refusalOf(api().updateAppointment({ id: third.id, appointmentDate: toWireDate(other) }))).code).toBe(
    ErrorCode.ROOM_NOT_AVAILABLE,
  );
  await api().updateAppointment({ id: third.id, appointmentDate: toWireDate("2031-06-26") });
  expect([await takenOn(date), await takenOn("2031-06-26")]).toEqual([
    [1, 1],
    [1, 1],
  ]);
});

test("more than a day takes only with the permission, marked and with its reason; or by a number of its own for the day", async () => {
  const date = "2031-07-01";
  await setHeads(1);
  await book(date, "10");
  const override = { overbook: true, reason: "Regular" };
  const noOverbooking = { permissions: [Permission.CREATE_AND_EDIT_TICKET, Permission.VIEW_CALENDAR], employeeCategory: 0 };
  expect((await refusalOf(harness.book({ ...wish(date, "20"), override }, noOverbooking))).code).toBe(ErrorCode.ROOM_NOT_AVAILABLE);
  const over = await harness.book({ ...wish(date, "20"), override });
  expect(over).toMatchObject({ overbooked: true, overrideReason: "Regular" });
  expect(await takenOn(date)).toEqual([2, 2]);
  const asked = { date: toWireDate(date), heads: 3, note: "Two more staff" };
  expect((await refusalOf(daycare(noOverbooking).setDaycareDay(asked))).code).toBe(ErrorCode.NO_PERMISSION);
  expect((await daycare().setDaycareDay(asked)).day).toMatchObject({ heads: 3, changed: true, note: "Two more staff", morning: 2 });
  expect(await book(date, "30")).toMatchObject({ overbooked: false });
  expect((await refusalOf(book(date, "40"))).code).toBe(ErrorCode.ROOM_NOT_AVAILABLE);
  expect((await daycare().setDaycareDay({ date: toWireDate(date) })).day).toMatchObject({ heads: 1, changed: false, morning: 3 });
});

test("a weekly pattern books each day of it; full days are named before, and nothing is booked when one is taken meanwhile", async () => {
  await setHeads(1);
  await book("2031-07-16", "20");
  const first = await book("2031-07-14", "10");
  const rule = { frequency: RepeatFrequency.WEEK, interval: 1, weekdays: [1, 3, 5], ends: { case: "count" as const, value: 5 } };
  const series = harness.client(SeriesService);
  const { dates } = await series.previewSeries({ appointmentId: first.id, rule });
  expect(dates.map(({ date, conflict, note }) => [date?.day, conflict, note])).toEqual([
    [16, "conflict with existing booking", "Daycare is full"],
    [18, "", ""],
    [21, "", ""],
    [23, "", ""],
  ]);
  expect((await refusalOf(series.createSeries({ appointmentId: first.id, rule }))).code).toBe(ErrorCode.ROOM_NOT_AVAILABLE);
  expect(await takenOn("2031-07-18")).toEqual([0, 0]);
  const { appointments } = await series.createSeries({ appointmentId: first.id, rule, skipDates: [toWireDate("2031-07-16")] });
  expect(appointments).toHaveLength(3);
  expect(await takenOn("2031-07-23")).toEqual([1, 1]);
});

test("closed days, days without daycare and stays over midnight are refused in words", async () => {
  await harness.tell(ClosedDateChangedSchema, { closedDateId: "9", businessId: "1", startDate: "2031-08-05", endDate: "2031-08-05" });
  expect((await refusalOf(book("2031-08-05", "10"))).options.fields?.[0]?.reason).toBe("the business is closed on 2031-08-05");
  await daycare().updateDaycareSetting({ setting: { limited: true, heads: [0, 5, 5, 5, 5, 5, 0] } });
  const saturday = (await refusalOf(book("2031-08-09", "10"))).options;
  expect([saturday.fields?.[0]?.reason, saturday.facts?.why]).toEqual([
    expect.stringContaining("there is no daycare on Sat, Aug 9"),
    "noDaycare",
  ]);
  const overnight = refusalOf(harness.book({ ...wish("2031-08-11", "10"), endDate: toWireDate("2031-08-12") }));
  expect((await overnight).options.fields?.[0]?.field).toBe("endDate");
  const short = refusalOf(daycare().updateDaycareSetting({ setting: { limited: true, heads: [1] } }));
  expect((await short).options.fields?.[0]?.field).toBe("setting.heads");
  await daycare().updateDaycareSetting({ setting: { limited: false }, updateMask: { paths: ["limited"] } });
  for (const petId of ["10", "20", "30", "40", "50", "60"]) await book("2031-08-12", petId);
  expect(await takenOn("2031-08-12")).toEqual([6, 6]);
});

test("who is checked in is checked out at the chosen time, unless somebody did so before; Today shows daycare alone when asked", async () => {
  const today = Temporal.Now.plainDateISO("America/Los_Angeles").toString();
  await setHeads(50, { autoCheckOutAt: 1439 });
  const stays = await book(today, "10");
  const left = await book(today, "20");
  const grooming = await harness.book({ date: today, start: 1300, petId: "30", override: { outsideWorkingHours: true, reason: "late" } });
  const overview = await harness.client(OverviewService).listOverviewAppointments({ serviceItemTypes: ["DAYCARE"] });
  expect(overview.appointments.map(({ id }) => id)).toEqual([stays.id, left.id]);
  expect([overview.counts[0]?.pets, overview.serviceItemTypes]).toEqual([2, ["DAYCARE", "GROOMING"]]);
  for (const { id } of [stays, left, grooming]) await api().updateStatus({ id, status: CHECKED_IN });
  await api().updateStatus({ id: left.id, status: FINISHED });
  await api().revertStatus({ id: left.id });
  await api().updateStatus({ id: left.id, status: FINISHED });
  const { rows } = await harness.admin.query("select due_at from calendar.job where kind = 'daycare-check-out'");
  const closing = Temporal.ZonedDateTime.from(`${today}T23:59[America/Los_Angeles]`).epochMilliseconds;
  expect(rows.map((row) => row.due_at.getTime())).toEqual([closing, closing]);
  const closeNow = async () => {
    await harness.admin.query("update calendar.job set due_at = now() - interval '1 second' where kind = 'daycare-check-out'");
    await harness.runDue("calendar");
  };
  await setHeads(50, { autoCheckOutAt: 1438 });
  await closeNow();
  expect((await api().getAppointment({ id: stays.id })).appointment?.status).toBe(CHECKED_IN);
  await closeNow();
  const statuses = [stays, left, grooming].map(async ({ id }) => (await api().getAppointment({ id })).appointment?.status);
  expect(await Promise.all(statuses)).toEqual([FINISHED, FINISHED, CHECKED_IN]);
});

test("who is checked out by itself pays the late pick-up that is due then, once, where the location says so; who was fetched pays none", async () => {
  const today = Temporal.Now.plainDateISO("America/Los_Angeles").toString();
  const closing = async (lateFee: boolean, ...ids: string[]) => {
    await setHeads(50, { autoCheckOutAt: 1439, lateFee });
    for (const id of ids) await api().updateStatus({ id, status: CHECKED_IN });
    await harness.admin.query("update calendar.job set due_at = now() - interval '1 second' where kind = 'daycare-check-out'");
    for (let n = 0; n < 2; n += 1) await harness.runDue("calendar");
  };
  await setHeads(50);
  const [free, late, fetched] = [await book(today, "50"), await book(today, "60"), await book(today, "70")];
  await closing(false, free.id);
  expect(lateFees).toEqual([]);
  await api().updateStatus({ id: fetched.id, status: CHECKED_IN });
  await api().updateStatus({ id: fetched.id, status: FINISHED });
  await closing(true, late.id);
  expect(lateFees).toEqual([{ orderId: `9${late.id}`, time: 1439 }]);
});
