import { toWireDate } from "@leashline/kit";
import { partOf } from "@leashline/kit/test";
import { VanService } from "@leashline/proto/leashline/account/v1/van_service_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { CardService } from "@leashline/proto/leashline/calendar/v1/card_service_pb.js";
import { OverviewService } from "@leashline/proto/leashline/calendar/v1/overview_service_pb.js";
import { RepeatFrequency, SeriesService } from "@leashline/proto/leashline/calendar/v1/series_service_pb.js";
import { SlotService } from "@leashline/proto/leashline/calendar/v1/slot_service_pb.js";
import { SmartSchedulingService } from "@leashline/proto/leashline/calendar/v1/smart_scheduling_service_pb.js";
import { StaffScheduleService } from "@leashline/proto/leashline/calendar/v1/staff_schedule_service_pb.js";
import { AddressService } from "@leashline/proto/leashline/customer/v1/address_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calendar, type Harness, openHarness } from "../../test/harness.ts";
import { scannedTables, watchPlans } from "../../test/plans.ts";

// 19,200 appointments of ten people over most of a year; no list may read a table of appointments from end to end.

let harness: Harness;
let plans: string[];
beforeAll(async () => {
  calendar.rpcs.push(
    partOf(VanService, { listVans: async () => ({ vans: [] }) }),
    partOf(AddressService, { batchGetClientPlaces: async () => ({ places: [] }) }),
  );
  harness = await openHarness(Array.from({ length: 10 }, (_, n) => String(n + 1)));
  await harness.book({ date: "2031-01-01", start: 540 });
  for (const text of copies) await harness.admin.query(text);
  for (const table of ["appointment", "pet_service", "occupancy", "calendar_card", "change_log", "staff"])
    await harness.admin.query(`vacuum analyze calendar.${table}`);
  plans = await watchPlans(harness);
}, 120_000);
afterAll(() => harness.stop());

const each = `cross join (select (n % 10) + 1 as staff, (n / 10) % 8 as hour, date '2031-02-01' + n / 80 as day, n from generate_series(0, 19199) n) as many`;
const columns =
  "business_id, customer_first_name, customer_last_name, end_date, start_minute, end_minute, start_at, end_at, staff_id, currency";
const copies = [
  `insert into calendar.appointment (company_id, id, customer_id, date, ${columns}) select a.company_id, 100000 + n, 1 + n % 900, day, a.business_id,
    'Client', 'Nr ' || n, day, 540 + 60 * hour, 600 + 60 * hour, day + make_interval(mins => 540 + 60 * hour), day + make_interval(mins => 600 + 60 * hour), staff, 'USD'
    from (select * from calendar.appointment limit 1) a ${each}`,
  `insert into calendar.pet_service (company_id, appointment_id, position, pet_id, service_id, staff_id, start_minute, duration, price_minor)
    select 1, 100000 + n, 0, 10 + n % 900, 1, staff, 540 + 60 * hour, 60, 5000 from (select 1) one ${each}`,
  `insert into calendar.occupancy (company_id, source_kind, source_id, resource_kind, resource_id, day, from_utc, to_utc, business_id, exclusive, seats)
    select 1, 1, 100000 + n, 1, staff, day, (day - date '1970-01-01') * 1440 + 540 + 60 * hour, (day - date '1970-01-01') * 1440 + 600 + 60 * hour, 1, true, 1
    from (select 1) one ${each}`,
  `insert into calendar.calendar_card (company_id, source_kind, source_id, staff_id, business_id, status, date, end_date, start_minute, render_version, lean)
    select 1, 1, 100000 + n, staff, 1, 1, day, day, 540 + 60 * hour, c.render_version, c.lean from (select render_version, lean from calendar.calendar_card limit 1) c ${each}`,
  `insert into calendar.change_log (company_id, entity, entity_id, action) select 1, 'appointment', 100000 + n, 'create' from (select 1) one ${each}`,
];

const day = { startDate: toWireDate("2031-05-07") };
const soon = toWireDate(Temporal.Now.plainDateISO("America/Los_Angeles").add({ days: 20 }).toString());
const daily = { frequency: RepeatFrequency.DAY, interval: 1, ends: { case: "count" as const, value: 100 } };
const month = { startDate: toWireDate("2031-05-01"), endDate: toWireDate("2031-05-31") };

const smart = () =>
  harness
    .client(SmartSchedulingService)
    .smartSchedule({ date: soon, duration: 60, staffIds: ["1", "2", "3"], address: { lat: 47.6, lng: -122.3 } });

describe("on 19,200 appointments", () => {
  test.each<[string, () => Promise<unknown>]>([
    ["day cards", () => harness.client(CardService).listDayCards(day)],
    ["month cards", () => harness.client(CardService).listMonthCards(month)],
    ["the first cards of each day of a month", () => harness.client(CardService).listMonthCards({ ...month, cardsPerDay: 10 })],
    ["slot infos", () => harness.client(CardService).listDaySlotInfos(month)],
    ["free slots of one", () => harness.client(SlotService).listFreeSlots({ ...day, staffIds: ["3"], duration: 60 })],
    ["free slots of anybody for a month", () => harness.client(SlotService).listFreeSlots({ ...month, duration: 60 })],
    [
      "conflict check",
      () => harness.client(SlotService).checkConflict({ staffId: "3", date: toWireDate("2031-05-07"), startTime: 540, endTime: 600 }),
    ],
    ["conflicts of a series", () => harness.client(SeriesService).previewSeries({ appointmentId: "100007", rule: daily })],
    ["smart scheduling", smart],
    ["overview", () => harness.client(OverviewService).listOverviewAppointments({ date: toWireDate("2031-05-07"), keyword: "nr 1" })],
    ["a client's appointments", () => harness.client(AppointmentService).listCustomerAppointments({ customerId: "7" })],
    ["a client's counts", () => harness.client(AppointmentService).countCustomerAppointments({ customerId: "7" })],
    ["one appointment", () => harness.client(AppointmentService).getAppointment({ id: "100007" })],
    ["several appointments", () => harness.client(AppointmentService).batchGetAppointments({ ids: ["100007", "100008"] })],
    ["its log", () => harness.client(AppointmentService).listActionLog({ id: "100007" })],
    ["its comments", () => harness.client(AppointmentService).getTicketComments({ id: "100007" })],
    ["working hours", () => harness.client(StaffScheduleService).listWorkingHours(month)],
    ["a booking", () => harness.book({ date: "2031-12-03", start: 540 })],
    [
      "what a booking request becomes",
      () => harness.book({ date: "2031-12-04", start: 540, bookingRequestId: "7" }, { via: "online-booking" }),
    ],
  ])("%s: no table is scanned", async (_, call) => {
    plans.length = 0;
    await call();
    expect(plans.length).toBeGreaterThan(0);
    const big = scannedTables(plans).filter((table) =>
      ["occupancy", "calendar_card", "appointment", "pet_service", "change_log"].includes(table),
    );
    expect(big).toEqual([]);
  });

  test("taken times are read from their index alone, for free time and for who drives where", async () => {
    plans.length = 0;
    await harness.client(SlotService).listFreeSlots({ ...month, duration: 60 });
    await smart();
    const reads = plans
      .flatMap((plan) => plan.match(/\w+ (Only )?Scan .*\boccupancy\b.*/g) ?? [])
      .map((scan) => scan.replace(/ +\(.*/, ""));
    expect(reads).toEqual([
      "Index Only Scan using occupancy_of_person on occupancy",
      "Index Only Scan using occupancy_of_person on occupancy",
    ]);
  });
});
