import { ErrorCode, nobody, toMoney, toWireDate } from "@leashline/kit";
import { partOf, refusalOf } from "@leashline/kit/test";
import { StayHoldService } from "@leashline/proto/leashline/calendar/v1/stay_hold_service_pb.js";
import { StayService } from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import { AppointmentWaitlistService } from "@leashline/proto/leashline/online_booking/v1/appointment_waitlist_service_pb.js";
import { BookingFlowService, BookingStep } from "@leashline/proto/leashline/online_booking/v1/booking_flow_pb.js";
import { WaitlistJoinedSchema } from "@leashline/proto/leashline/online_booking/v1/events_pb.js";
import { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { WaitlistService } from "@leashline/proto/leashline/online_booking/v1/waitlist_service_pb.js";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Desk, openDesk } from "../../test/desk.ts";
import { catalogOf, knownParty } from "../../test/neighbors.ts";

const offer = (id: string, careType: string, more: object = {}) => ({
  ...{ id, name: `Service ${id}`, careType, duration: 30, bookOnlineAvailable: true, price: toMoney(2_000, "USD") },
  ...more,
});
const catalog = [
  offer("1", "GROOMING"),
  offer("2", "DAYCARE", { byStay: true }),
  offer("8", "BOARDING", { byStay: true, availability: { petTypes: [{ petType: "Dog" }] } }),
  offer("9", "GROUP_CLASS"),
  // A bath that comes with nails, for pets of up to 15.
  offer("3", "GROOMING", { options: { bundleServiceIds: ["1"] }, availability: { weightTo: 15 } }),
  ...[offer("4", "GROOMING"), offer("5", "GROUP_CLASS")].map((one) => ({ ...one, bookOnlineAvailable: false })),
];

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk([
    partOf(StayService, { findFreeLodgings: async () => ({ chosen: [] }) }),
    partOf(StayHoldService, { getDaycarePlaces: async () => ({ days: [] }), findFittingRooms: async () => ({ parties: [] }) }),
    catalogOf(catalog),
    knownParty(),
  ]);
});
afterAll(() => desk?.servers.stop());
beforeEach(async () => {
  desk.upserted.length = 0;
  for (const table of ["abandoned_booking", "waitlist_entry", "pace"])
    await desk.servers.admin.query(`delete from online_booking.${table}`);
});

const number = "+12065550147";
const page = (idempotencyKey?: string) =>
  desk.servers.client(StorefrontService, { ...nobody, kind: "anonymous", ip: "198.51.100.7" }, idempotencyKey ? { idempotencyKey } : {});
let token = "";
async function shown(): Promise<string> {
  if (token) return token;
  const { codeToken } = await page().sendBookingCode({ bookOnlineName: desk.page, phoneNumber: number });
  token = (await page().confirmBookingCode({ bookOnlineName: desk.page, codeToken, code: desk.codes.get(number) ?? "" })).visitorToken;
  return token;
}
const wish = (more: object = {}) => ({
  bookOnlineName: desk.page,
  customer: { firstName: "Jo", lastName: "Park", phoneNumber: number, email: "" },
  pets: [{ petName: "Rex", petType: "Dog", serviceIds: ["1"] }],
  staffId: "5",
  timeRanges: [{ startTime: 720, endTime: 1439 }],
  additionalNote: "Any day but Monday",
  visitorToken: token,
  ...more,
});
const left = async () => (await desk.servers.admin.query("select status, customer_id from online_booking.abandoned_booking")).rows;
const rows = async () =>
  (
    await desk.servers.admin.query(
      "select customer_id, from_online, staff_ids, time_ranges, note, state from online_booking.waitlist_entry",
    )
  ).rows;

test("whom no time suits waits for one, once for one call, as whoever they have shown to be; staff find them on the waitlist", async () => {
  await shown();
  const { validTill } = await page("once").joinWaitlist(wish());
  await page("once").joinWaitlist(wish());
  expect(validTill).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(await rows()).toMatchObject([
    {
      customer_id: "7",
      from_online: true,
      staff_ids: ["5"],
      time_ranges: [{ startTime: 720, endTime: 1439 }],
      note: "Any day but Monday",
      state: "waiting",
    },
  ]);
  expect(desk.upserted[0]).toMatchObject({ client: { phoneNumber: number } });
  expect(desk.upserted[0]?.unconfirmed).toBeUndefined();
  const { entries } = await desk.servers.client(AppointmentWaitlistService).listWaitEntries({ businessId: "1" });
  expect(entries).toHaveLength(1);
  expect(await desk.told(WaitlistJoinedSchema, `waitlist:${entries[0]?.id}`)).toMatchObject({
    ...{ waitListId: entries[0]?.id, customerId: "7", firstName: "Jo", reachPhoneNumber: number, reachEmail: "", validTill },
    ...{ summary: "Service 1 for Rex", timeRanges: [{ startTime: 720, endTime: 1439 }], note: "Any day but Monday", dates: [] },
  });
});

test("who has confirmed nothing, is blocked, says hours that end before they begin, or has five places does not join, and nothing of them is written", async () => {
  expect((await refusalOf(page().joinWaitlist(wish({ visitorToken: "" })))).code).toBe(ErrorCode.CONTACT_NOT_CONFIRMED);
  await shown();
  desk.findsClients(() => [{ customerId: "7", isBlockOnlineBooking: true }]);
  expect((await refusalOf(page().joinWaitlist(wish()))).code).toBe(ErrorCode.NOT_AVAILABLE_ONLINE);
  desk.findsClients(() => []);
  const backwards = await refusalOf(page().joinWaitlist(wish({ timeRanges: [{ startTime: 720, endTime: 600 }] })));
  expect([backwards.code, backwards.options.field ?? backwards.options.fields?.[0]?.field]).toEqual([
    ErrorCode.PARAMS_INVALID,
    "timeRanges",
  ]);
  expect([await rows(), desk.upserted]).toEqual([[], []]);
  for (let n = 0; n < 5; n++) await page(`try ${n}`).joinWaitlist(wish());
  expect((await refusalOf(page().joinWaitlist(wish()))).code).toBe(ErrorCode.TOO_MANY_REQUESTS);
  desk.findsClients(() => [{ customerId: "7" }]);
  desk.upserted.length = 0;
  expect((await refusalOf(page().joinWaitlist(wish()))).code).toBe(ErrorCode.TOO_MANY_REQUESTS);
  expect([(await rows()).length, desk.upserted], "nothing of a pet is written for it").toEqual([5, []]);
});

test("what they had chosen before they decided to wait is given back, and not before they wait", async () => {
  await shown();
  desk.released.length = 0;
  await refusalOf(page().joinWaitlist(wish({ holdToken: "their-hold", dates: [toWireDate(day(-1))] })));
  expect(desk.released).toEqual([]);
  await page().joinWaitlist(wish({ holdToken: "their-hold" }));
  expect(desk.released).toMatchObject([{ token: "their-hold" }]);
});

const day = (plus: number) => Temporal.Now.plainDateISO("America/Los_Angeles").add({ days: plus }).toString();
const pets = (...serviceIds: string[]) => [{ petName: "Rex", petType: "Dog", serviceIds }];
const refused = async (more: object) => {
  const { code, options } = await refusalOf(page().joinWaitlist(wish({ timeRanges: [], ...more })));
  return [code, options.field ?? options.fields?.[0]?.field];
};

test("who finds the nights sold out or the days full waits for them, the day they would like most first; staff find them on the list of stays", async () => {
  await shown();
  const nights = [day(5), day(4)].map(toWireDate);
  await page().joinWaitlist(wish({ pets: pets("8"), timeRanges: [], staffId: "5", dates: nights, nights: 3 }));
  await page().joinWaitlist(wish({ pets: pets("2"), timeRanges: [], staffId: "0", dates: [toWireDate(day(6))] }));
  const { entries } = await desk.servers.client(WaitlistService).listWaitlists({ businessId: "1" });
  const seen = entries.map(({ careType, datePreference, staffPreference, isFromOb }) => ({
    ...{ careType, isFromOb, nights: datePreference?.nights, staff: staffPreference?.staffIds },
    dates: datePreference?.dates.map(({ year, month, day }) => new Temporal.PlainDate(year, month, day).toString()),
  }));
  expect(seen.sort((a, b) => a.careType.localeCompare(b.careType))).toEqual([
    { careType: "BOARDING", isFromOb: true, nights: 3, staff: [], dates: [day(5), day(4)] },
    { careType: "DAYCARE", isFromOb: true, nights: 0, staff: [], dates: [day(6)] },
  ]);
});

test("a stay is waited for with its nights and by itself, on days that could be booked and at no hour of them; a class has its own line", async () => {
  await shown();
  const { PARAMS_INVALID } = ErrorCode;
  expect(await refused({ pets: pets("8") })).toEqual([PARAMS_INVALID, "nights"]);
  expect(await refused({ pets: pets("8"), nights: 170 })).toEqual([PARAMS_INVALID, "nights"]);
  expect(await refused({ pets: pets("2"), nights: 2 })).toEqual([PARAMS_INVALID, "nights"]);
  expect(await refused({ pets: pets("8", "1"), nights: 2 })).toEqual([PARAMS_INVALID, "pets"]);
  expect(await refused({ pets: [{ ...pets("8")[0], petType: "Cat" }], nights: 2 })).toEqual([PARAMS_INVALID, "pets"]);
  expect(await refused({ pets: pets("9") })).toEqual([PARAMS_INVALID, "pets.serviceIds"]);
  const hours = [{ startTime: 180, endTime: 180 }];
  expect(await refused({ pets: pets("8"), nights: 2, timeRanges: hours })).toEqual([PARAMS_INVALID, "timeRanges"]);
  expect(await refused({ pets: pets("2"), timeRanges: hours })).toEqual([PARAMS_INVALID, "timeRanges"]);
  expect(await refused({ pets: pets("2"), dates: [toWireDate(day(-1))] })).toEqual([PARAMS_INVALID, "dates"]);
  expect(await rows()).toEqual([]);
});

test("what could not be booked online is not waited for there: a bundle without its part, what is not offered online, and what is not for such a pet", async () => {
  await shown();
  const { PARAMS_INVALID, SERVICE_NOT_FOUND } = ErrorCode;
  expect(await refused({ pets: pets("3") })).toEqual([PARAMS_INVALID, "pets"]);
  expect(await refused({ pets: [{ ...pets("3", "1")[0], weight: 18 }] })).toEqual([PARAMS_INVALID, "pets"]);
  for (const offline of ["4", "5"]) expect(await refused({ pets: pets(offline) })).toEqual([SERVICE_NOT_FOUND, "pets"]);
  expect([await rows(), desk.upserted]).toEqual([[], []]);
  await page().joinWaitlist(wish({ pets: [{ ...pets("3", "1")[0], weight: 12 }] }));
  expect(await rows()).toHaveLength(1);
});

test("who joins the waitlist has left nothing: what was kept of it ends, also what comes late; left before, it is recovered", async () => {
  await shown();
  const { customer, pets } = wish();
  const tell = (bookingFlowId: string) =>
    desk.servers.client(BookingFlowService, { ...nobody, kind: "anonymous", ip: "198.51.100.7" }).saveBookingProgress({
      bookOnlineName: desk.page,
      bookingFlowId,
      step: BookingStep.PERSONAL_INFO,
      customer,
      pets,
      visitorToken: token,
    });
  await tell("flow-of-who-joins-1");
  await page().joinWaitlist(wish());
  expect(await left()).toEqual([]);
  desk.findsClients(() => [{ customerId: "7", firstName: "Jo", lastName: "Park", source: "online booking", customerTagIdList: [] }]);
  await tell("flow-of-who-joins-1");
  expect(await left(), "what came late").toEqual([]);
  await desk.servers.admin.query("update online_booking.waitlist_entry set created_at = now() - interval '1 day'");
  await tell("flow-of-who-joins-2");
  await desk.servers.admin.query("update online_booking.abandoned_booking set seen_at = now() - interval '16 minutes'");
  await page().joinWaitlist(wish());
  expect(await left()).toEqual([{ status: "recovered", customer_id: "7" }]);
  desk.findsClients(() => []);
});
