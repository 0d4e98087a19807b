import { type Caller, ErrorCode, nobody, toWireDate } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { AbandonedBookingService } from "@leashline/proto/leashline/online_booking/v1/abandoned_booking_pb.js";
import { AppointmentWaitlistService } from "@leashline/proto/leashline/online_booking/v1/appointment_waitlist_service_pb.js";
import { BookingFlowService, BookingStep } from "@leashline/proto/leashline/online_booking/v1/booking_flow_pb.js";
import { BookingMetricsService } from "@leashline/proto/leashline/online_booking/v1/booking_metrics_pb.js";
import { BookingRequestService } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Desk, day, openDesk } from "../../test/desk.ts";

const { WELCOME_PAGE, SELECT_PET, SELECT_DATE, PERSONAL_INFO, SUBMIT_APPT } = BookingStep;
const visitor: Caller = { ...nobody, kind: "anonymous", ip: "203.0.113.9" };
let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk?.servers.stop());
beforeEach(async () => {
  for (const table of ["page_visit", "abandoned_booking", "booking_request", "pace"])
    await desk.servers.admin.query(`delete from online_booking.${table}`);
});

let made = 0;
const newVisit = (): string => `a-visit-of-the-page-${++made}`;
const count = (bookingFlowId: string, step: BookingStep) =>
  desk.servers.client(BookingFlowService, visitor).countBookingStep({ bookOnlineName: desk.page, bookingFlowId, step });
const metrics = (asked: object = {}) => desk.servers.client(BookingMetricsService).getBookingMetrics({ businessId: "1", ...asked });
const reached = async () => (await metrics()).steps.map(({ step, visits }) => [step, visits]);

async function send(bookingFlowId: string): Promise<string> {
  const { statusToken } = await desk.servers.client(StorefrontService).submitBooking({
    bookOnlineName: desk.page,
    bookingFlowId,
    customer: { firstName: "Jo", lastName: "Park", phoneNumber: "+12065557777", email: "jo@example.test" },
    pets: [{ petName: "Rex", petType: "Dog", serviceIds: ["1"] }],
    staffId: "5",
    date: toWireDate(day),
    startTime: 600,
  });
  return statusToken.split(".")[0] ?? "";
}

test("a visit counts once, at the furthest step it came to and at those before it; a request that is sent is the last of them", async () => {
  const [looked, began, asked] = [newVisit(), newVisit(), newVisit()];
  await count(looked, WELCOME_PAGE);
  await count(looked, WELCOME_PAGE);
  for (const step of [WELCOME_PAGE, SELECT_DATE, SELECT_PET]) await count(began, step);
  for (const step of [WELCOME_PAGE, SELECT_PET, SELECT_DATE, PERSONAL_INFO]) await count(asked, step);
  await send(asked);
  expect(await reached()).toEqual([
    [WELCOME_PAGE, 3],
    [SELECT_PET, 2],
    [SELECT_DATE, 2],
    [PERSONAL_INFO, 1],
    [SUBMIT_APPT, 1],
  ]);
});

test("what was sent is counted by what became of it, with what it comes to; what staff entered is no request of the page", async () => {
  await send(newVisit());
  const declined = await send(newVisit());
  await desk.submit();
  await desk.servers.client(BookingRequestService).declineBookingRequest({ id: declined });
  const { requests, accepted, declined: no, requestedValue, acceptedValue, days, startDate, endDate } = await metrics();
  expect({ requests, accepted, no }).toEqual({ requests: 2, accepted: 0, no: 1 });
  expect([requestedValue?.units, acceptedValue?.units]).toEqual(["40", "0"].map(BigInt));
  expect([days.length, days.at(-1)]).toMatchObject([30, { date: endDate, visits: 2, requests: 2 }]);
  expect(days[0]?.date).toBe(startDate);
});

test("days before and after are not counted; days that are none are refused", async () => {
  await count(newVisit(), WELCOME_PAGE);
  const dayOf = (offset: number) =>
    toWireDate(
      Temporal.PlainDate.from(day)
        .subtract({ days: 3 - offset })
        .toString(),
    );
  expect((await metrics({ startDate: dayOf(-2), endDate: dayOf(-1) })).steps[0]?.visits).toBe(0);
  expect((await metrics({ startDate: dayOf(0), endDate: dayOf(0) })).steps[0]?.visits).toBe(1);
  const turned = await refusalOf(metrics({ startDate: dayOf(0), endDate: dayOf(-1) }));
  expect(turned).toMatchObject({ code: ErrorCode.PARAMS_INVALID, options: { fields: [{ field: "endDate" }] } });
  await expect(metrics({ startDate: dayOf(-366), endDate: dayOf(0) })).rejects.toThrow();
});

test("one network counts so many times; then it is told when to go on, and the page goes on without", async () => {
  await desk.servers.admin.query("insert into online_booking.page_visit (company_id, business_id, flow_id, step) values (1, 1, $1, 1)", [
    newVisit(),
  ]);
  await count(newVisit(), WELCOME_PAGE);
  await desk.servers.admin.query("update online_booking.pace set turns = 601, next_at = now() + interval '5 seconds' where what = 'visit'");
  expect((await refusalOf(count(newVisit(), WELCOME_PAGE))).code).toBe(ErrorCode.TOO_MANY_REQUESTS);
  expect(await send(newVisit())).not.toBe("");
});

test("a step that only the server may note is refused from outside", async () => {
  await expect(count(newVisit(), SUBMIT_APPT)).rejects.toThrow();
  expect((await metrics()).steps[0]?.visits).toBe(0);
});

test("right after a location is made, before anybody was told of it, its lists are there and empty", async () => {
  const known = "delete from online_booking.business_ref where business_id = 1 returning to_jsonb(business_ref) as row";
  const { rows } = await desk.servers.admin.query<{ row: object }>(known);
  try {
    expect((await metrics()).requests).toBe(0);
    expect((await desk.servers.client(AppointmentWaitlistService).listWaitEntries({ businessId: "1" })).entries).toEqual([]);
    expect((await desk.servers.client(AbandonedBookingService).searchAbandonedBookings({ businessId: "1" })).records).toEqual([]);
  } finally {
    for (const { row } of rows)
      await desk.servers.admin.query(
        "insert into online_booking.business_ref select * from jsonb_populate_record(null::online_booking.business_ref, $1)",
        [row],
      );
  }
});
