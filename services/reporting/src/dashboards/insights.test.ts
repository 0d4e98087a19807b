import { create, type DescMessage, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import { defineService, toMoney, toWireDate } from "@leashline/kit";
import { deliver } from "@leashline/kit/events/consumer.ts";
import { partOf, refusalOf, startServers, type TestServers } from "@leashline/kit/test";
import { StaffChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentBookedSchema, AppointmentCancelledSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { StaffScheduleService } from "@leashline/proto/leashline/calendar/v1/staff_schedule_service_pb.js";
import { ClientChangedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { ErrorCode } from "@leashline/proto/leashline/options/v1/errors_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { InsightsService } from "@leashline/proto/leashline/reporting/v1/insights_service_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { service } from "../main.ts";
import { byLateness } from "./insights.ts";

let servers: TestServers;
const askedHours: number[] = [];
beforeAll(async () => {
  const schedules = partOf(StaffScheduleService, {
    // Ada and Bo work from 9 to 5 on each day that is asked about, Bo with an hour off at noon.
    listWorkingHours: async ({ startDate, endDate }: { startDate: { day: number }; endDate: { day: number } }) => {
      askedHours.push(endDate.day - startDate.day);
      return {
        hours: [
          { staffId: "1", timeRange: [{ startTime: 540, endTime: 1020 }] },
          {
            staffId: "2",
            timeRange: [
              { startTime: 540, endTime: 720 },
              { startTime: 780, endTime: 1020 },
            ],
          },
          { staffId: "3", offReason: "unscheduled" },
        ],
      };
    },
  });
  const calendar = defineService({ name: "calendar", migrations: new URL("./none/", import.meta.url), rpcs: [schedules] });
  servers = await startServers([service, calendar], { background: false });
  for (const [staffId, firstName] of [
    ["1", "Ada"],
    ["2", "Bo"],
    ["3", "Cy"],
  ])
    await tell(StaffChangedSchema, { staffId, firstName });
});
afterAll(async () => await servers.stop());

let told = 0;
async function tell<D extends DescMessage>(schema: D, event: MessageInitShape<D>, companyId = "1"): Promise<void> {
  await deliver(servers.runtime("reporting"), service.consumers ?? [], {
    typeName: schema.typeName,
    data: toBinary(schema, create(schema, event)),
    meta: { id: String(++told), companyId, key: "k", writtenAt: new Date(), actor: {} },
  });
}

type Line = { staffId: string; startTime: number; duration: number; careType?: string };
const line = (at: Line, n: number) => ({
  lineId: String(n + 1),
  petId: String(n + 1),
  careType: "GROOMING",
  price: toMoney(4_000, "USD"),
  ...at,
});
let visits = 0;
const visit = (date: string, customerId: string, more: object = {}, lines: Line[] = [{ staffId: "1", startTime: 600, duration: 60 }]) => ({
  appointmentId: String(++visits),
  businessId: "1",
  customerId,
  date,
  startTime: 600,
  status: AppointmentStatus.FINISHED,
  version: 1,
  lines: lines.map(line),
  ...more,
});
const booked = (...of: Parameters<typeof visit>) => tell(AppointmentBookedSchema, { appointment: visit(...of) });
/** Begins at 10 in UTC; canceled so many minutes before. */
const canceled = (date: string, notice: number, { noShow = 0, ...more }: { noShow?: number; deleted?: boolean } = {}) => {
  const start = Temporal.Instant.from(`${date}T10:00:00Z`);
  const at = (instant: Temporal.Instant) => ({ seconds: BigInt(instant.epochMilliseconds / 1000) });
  const appointment = visit(date, "9", {
    status: AppointmentStatus.CANCELLED,
    startAt: at(start),
    canceledAt: at(start.subtract({ minutes: notice })),
    ...more,
  });
  return tell(AppointmentCancelledSchema, { appointment, noShow });
};
const insights = (from: string, to = from, caller = {}) =>
  servers.client(InsightsService, caller).getInsights({ startDate: toWireDate(from), endDate: toWireDate(to) });

describe("staff time", () => {
  test("booked of worked: two pets at once count once, what is canceled, a stay and nobody's time count nothing", async () => {
    await booked("2030-05-06", "9", {}, [
      { staffId: "1", startTime: 600, duration: 90 },
      { staffId: "1", startTime: 630, duration: 90 },
      { staffId: "2", startTime: 780, duration: 30 },
      { staffId: "0", startTime: 780, duration: 30 },
    ]);
    // A bath during the stay is for the day's work; Bo is named for it, and a room's night is nobody's.
    await booked("2030-05-06", "9", {}, [
      { staffId: "2", startTime: 540, duration: 480, careType: "BOARDING" },
      { staffId: "2", startTime: 840, duration: 60 },
    ]);
    await canceled("2030-05-06", 5_000);
    const found = await insights("2030-05-06");
    expect(found.staff).toMatchObject([
      { staffId: "1", name: "Ada", bookedMinutes: 120, workingMinutes: 480 },
      { staffId: "2", name: "Bo", bookedMinutes: 30, workingMinutes: 420 },
    ]);
    expect([found.bookedMinutes, found.workingMinutes]).toEqual([150, 900]);
    expect((await insights("2030-05-07")).bookedMinutes).toBe(0);
    expect((await insights("2030-05-06", "2030-05-06", { companyId: "2" })).bookedMinutes).toBe(0);
  });

  test("a long range asks for the hours in parts that the calendar answers", async () => {
    askedHours.length = 0;
    await insights("2030-01-01", "2030-03-31");
    expect(askedHours).toHaveLength(2);
    const tooLong = await refusalOf(insights("2030-01-01", "2031-06-30"));
    expect(tooLong.code).toBe(ErrorCode.PARAMS_INVALID);
  });
});

describe("missed", () => {
  test("no-shows, and cancellations with less than a day's notice, with what they were worth", async () => {
    await tell(ClientChangedSchema, { customerId: "9", firstName: "Dana", lastName: "Whitcomb" });
    await canceled("2030-06-03", 24 * 60);
    await canceled("2030-06-03", 24 * 60 - 1);
    await canceled("2030-06-04", -30);
    await canceled("2030-06-05", -60, { noShow: 1 });
    await canceled("2030-06-05", 10, { deleted: true });
    const found = await insights("2030-06-03", "2030-06-06");
    expect(found.missedDays.map((day) => [day.date, day.noShows, day.lateCancellations])).toEqual([
      ["2030-06-03", 0, 1],
      ["2030-06-04", 0, 1],
      ["2030-06-05", 1, 0],
      ["2030-06-06", 0, 0],
    ]);
    expect([found.noShows, found.lateCancellations, found.missedWorth]).toEqual([1, 2, toMoney(12_000, "USD")]);
    expect(found.missed.map((one) => [one.date, one.customerName, one.noShow, one.startTime])).toEqual([
      ["2030-06-05", "Dana Whitcomb", true, 600],
      ["2030-06-04", "Dana Whitcomb", false, 600],
      ["2030-06-03", "Dana Whitcomb", false, 600],
    ]);
  });
});

describe("overdue", () => {
  const today = Temporal.Now.plainDateISO("America/Los_Angeles");
  const ago = (days: number) => today.subtract({ days }).toString();
  const client = (customerId: string, more: object = {}) =>
    tell(ClientChangedSchema, { customerId, firstName: `Client ${customerId}`, ...more });
  const came = async (customerId: string, ...days: number[]) => {
    for (const one of days) await booked(ago(one), customerId);
  };

  test("past what is usual or wished for and nothing booked; not the inactive, those who came once, or those long lost", async () => {
    await client("101");
    await came("101", 100, 70, 40);
    await client("102", { expectedFrequencyDays: 14 });
    await came("102", 100, 20);
    await client("103", { expectedFrequencyDays: 60 });
    await came("103", 40, 30, 20);
    await client("104");
    await came("104", 70, 40);
    await booked(today.add({ days: 3 }).toString(), "104", { status: AppointmentStatus.UNCONFIRMED });
    await client("105", { inactive: true });
    await came("105", 70, 40);
    await client("106");
    await came("106", 300);
    await client("107");
    await came("107", 430, 400);
    await client("108");
    await came("108", 60, 30);
    // Twice in three days is no rhythm to hold anybody to.
    await client("110");
    await came("110", 8, 6);
    await client("109");
    await came("109", 70, 40);
    await tell(AppointmentBookedSchema, {
      appointment: visit(today.add({ days: 3 }).toString(), "109", { status: AppointmentStatus.CANCELLED, businessId: "1" }),
    });
    const { overdue, overdueClients, overdueByWeeks } = await insights(ago(0));
    expect(overdue.map((one) => [one.customerId, one.customerName, one.everyDays, one.daysOverdue, one.lastVisit])).toEqual([
      ["102", "Client 102", 14, 6, ago(20)],
      ["101", "Client 101", 30, 10, ago(40)],
      ["109", "Client 109", 30, 10, ago(40)],
    ]);
    expect([overdueClients, overdueByWeeks]).toEqual([3, [1, 2, 0, 0]]);
  });

  test("names are for who may see other people's clients; figures for who may see reports of everybody", async () => {
    const caller = { employeeCategory: 0, accountId: "2", staffId: "2", businessIds: ["1"] };
    const seesReports = { ...caller, permissions: [Permission.VIEW_REPORTS_WORKING_LOCATIONS] };
    const found = await insights(ago(0), ago(0), seesReports);
    expect([found.overdueClients, found.overdue, found.missed]).toEqual([3, [], []]);
    const both = [Permission.VIEW_REPORTS_WORKING_LOCATIONS, Permission.VIEW_CLIENTS_WORKING_LOCATIONS];
    expect((await insights(ago(0), ago(0), { ...caller, permissions: both })).overdue).toHaveLength(3);
    expect((await refusalOf(insights(ago(0), ago(0), { ...caller, permissions: [Permission.VIEW_REPORTS] }))).code).toBe(
      ErrorCode.NO_PERMISSION,
    );
  });

  test.each([
    [
      [1, 7, 8, 14, 15, 28, 29, 300],
      [2, 2, 2, 2],
    ],
    [[], [0, 0, 0, 0]],
  ])("by how late they are: %j", (days, counts) => expect(byLateness(days.map((late) => ({ days: late, clients: 1 })))).toEqual(counts));
});
