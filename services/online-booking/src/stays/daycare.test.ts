import { ErrorCode, fail, fromWireDate, toMoney, toWireDate } from "@leashline/kit";
import { partOf, refusalOf } from "@leashline/kit/test";
import type { BookAppointmentRequest } from "@leashline/proto/leashline/calendar/v1/appointment_booking_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import {
  type GetDaycarePlacesRequest,
  type HoldDaycareRequest,
  StayHoldService,
} from "@leashline/proto/leashline/calendar/v1/stay_hold_service_pb.js";
import { VaccineService } from "@leashline/proto/leashline/customer/v1/vaccine_pb.js";
import { PricingRuleType } from "@leashline/proto/leashline/offering/v1/pricing_rule_pb.js";
import { BookingRequestService } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import { StayBookingService } from "@leashline/proto/leashline/online_booking/v1/stay_booking_pb.js";
import { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { DepositRuleService } from "@leashline/proto/leashline/payment/v1/deposit_rule_service_pb.js";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Desk, lists, openDesk } from "../../test/desk.ts";
import { catalogOf } from "../../test/neighbors.ts";

// Service 1 is a full day of daycare at $38 for dogs, 2 a half day, 3 a groom.

const day = (plus: number) => Temporal.Now.plainDateISO("America/Los_Angeles").add({ days: plus }).toString();
const daycare = (id: string, duration: number) => ({
  ...{ id, name: `Daycare ${id}`, careType: "DAYCARE", byStay: true, bookOnlineAvailable: true, duration, price: toMoney(3_800, "USD") },
  availability: { petTypes: [{ petType: "Dog" }] },
});
const catalog = [
  daycare("1", 540),
  daycare("2", 240),
  // Asked for three days ahead, which is longer than the shop's own notice.
  { ...daycare("8", 240), options: { bookingPolicy: { noticeMinutes: 3 * 1_440 } } },
  { ...daycare("7", 600), ...{ name: "Photos", addOn: true, byStay: false, price: toMoney(1_000, "USD") } },
  { id: "3", name: "Groom", careType: "GROOMING", bookOnlineAvailable: true, duration: 60, price: toMoney(5_000, "USD") },
];
const kept: HoldDaycareRequest[] = [];
const looked: GetDaycarePlacesRequest[] = [];
const booked: BookAppointmentRequest[] = [];
const gone: string[] = [];
const keys = new Set<string>();
let holdSays: () => unknown = () => undefined;
let calendarSays: (visit: BookAppointmentRequest) => unknown = () => undefined;
let desk: Desk;
beforeAll(async () => {
  desk = await openDesk([
    catalogOf(catalog, () => lists.rules),
    partOf(VaccineService, {
      listVaccines: async () => ({
        vaccines: [
          { name: "Rabies", requiredForScheduling: true, requiredCareTypes: ["DAYCARE"], petTypes: ["Cat"] },
          { name: "Bordetella", requiredForScheduling: true, specificPetType: true, petTypes: ["Dog"] },
          { name: "Lepto", requiredForScheduling: true, requiredCareTypes: ["BOARDING"] },
          { name: "Flu" },
        ],
      }),
    }),
    partOf(DepositRuleService, { previewDeposit: async () => ({ hasRules: false }) }),
    partOf(StayHoldService, {
      getDaycarePlaces: async (asked: GetDaycarePlacesRequest) => {
        looked.push(asked);
        const first = fromWireDate(asked.startDate, "startDate");
        const dates = Array.from({ length: 7 }, (_, plus) => Temporal.PlainDate.from(first).add({ days: plus }).toString());
        return { days: dates.map((date) => ({ date: toWireDate(date), closed: false, free: true })) };
      },
      holdDaycare: async (asked: HoldDaycareRequest) => {
        kept.push(asked);
        const no = holdSays();
        if (no) throw no;
        return { holdToken: `places-${kept.length}`, expiresAt: { seconds: BigInt(Math.floor(Date.now() / 1000) + 600), nanos: 0 } };
      },
    }),
    partOf(AppointmentService, {
      batchGetAppointments: async () => ({ appointments: [] }),
      bookAppointment: async (visit: BookAppointmentRequest, { idempotencyKey }: { idempotencyKey: string }) => {
        const no = calendarSays(visit);
        if (no) throw no;
        keys.add(idempotencyKey);
        booked.push(visit);
        return { appointment: { id: String(900 + booked.length), startTime: visit.startTime ?? 0, endTime: 1020, petServiceList: [] } };
      },
      deleteAppointment: async ({ id }: { id: string }) => {
        gone.push(id);
        return {};
      },
    }),
  ]);
});
afterAll(() => desk?.servers.stop());
beforeEach(() => {
  for (const list of [kept, looked, booked, gone]) list.length = 0;
  keys.clear();
  holdSays = () => undefined;
  calendarSays = () => undefined;
  lists.rules = [];
});

const staff = () => desk.servers.client(BookingRequestService);
const dog = (serviceIds = ["1"], more: object = {}) => ({ serviceIds, petName: "Rex", petType: "Dog", ...more });
let people = 0;
/** Somebody of the shop enters it, as for who calls. */
const submit = (days = [3, 5, 4], pets: object[] = [dog()], more: object = {}) => {
  const customer = { firstName: "Jo", lastName: "Park", phoneNumber: `+1206555${6000 + people++}` };
  const [first = 3, ...others] = days;
  const when = { date: toWireDate(day(first)), moreDates: others.map((one) => toWireDate(day(one))), startTime: 540 };
  return desk.servers.client(StorefrontService).submitBooking({ bookOnlineName: desk.page, customer, pets, ...when, ...more } as never);
};
const idOf = ({ statusToken }: { statusToken: string }) => statusToken.split(".")[0] ?? "";
const refused = async (call: Promise<unknown>) => {
  const { code, message, options } = await refusalOf(call);
  return [code, options.fields?.[0]?.field, message];
};
const bad = ErrorCode.PARAMS_INVALID;

test("days are looked at as far as they can be booked, for as long as each pet is here; a groom is no daycare", async () => {
  const page = desk.servers.client(StayBookingService);
  const span = { bookOnlineName: desk.page, startDate: toWireDate(day(-2)), endDate: toWireDate(day(20)), startTime: 540 };
  const pets = [{ serviceIds: ["1"], petType: "Dog" }];
  const { days } = await page.getDaycareDays({ ...span, pets: [...pets, { serviceIds: ["2"], petType: "Dog" }] });
  expect(days.at(-1)).toMatchObject({ date: day(6), free: true, closed: false, earliestStart: 0 });
  expect(looked).toMatchObject([{ startDate: toWireDate(day(0)), startTime: 540, durations: [540, 240] }]);
  expect(await refused(page.getDaycareDays({ ...span, pets: [{ serviceIds: ["3"], petType: "Dog" }] }))).toEqual([
    bad,
    "pets",
    "Groom is booked by itself, not with daycare.",
  ]);
});

test("a day says from which minute a drop-off is left after the notice of the service, and is not offered without one; what is offered is taken", async () => {
  const page = desk.servers.client(StayBookingService);
  const span = { bookOnlineName: desk.page, startDate: toWireDate(day(0)), endDate: toWireDate(day(20)), startTime: 540 };
  const { days } = await page.getDaycareDays({ ...span, pets: [{ serviceIds: ["8", "1"], petType: "Dog" }] });
  expect(days.map(({ date }) => date).filter((date) => date !== day(3))).toEqual([day(4), day(5), day(6)]);
  expect(days.filter(({ date }) => date !== day(3)).map(({ earliestStart }) => earliestStart)).toEqual([0, 0, 0]);
  // A full day can only begin as the shop opens: on the day on which the notice ends, before that.
  const ends = days.find(({ date }) => date === day(3));
  expect(ends?.earliestStart ?? 0).toBeLessThanOrEqual(540);
  expect(await refused(submit([2], [dog(["8"])]))).toEqual([bad, "startTime", expect.any(String)]);
});

test("daycare on several days is one request, with places on each; accepted, each day is a visit under the one hold", async () => {
  const sent = await submit([3, 5, 4], [dog(), dog(["2"], { petName: "Pip" })]);
  expect(kept).toMatchObject([
    { dates: [day(3), day(4), day(5)].map(toWireDate), startTime: 540, durations: [540, 240], visitor: { requested: true } },
  ]);
  expect(sent.booking).toMatchObject({ status: "submitted", date: day(3), moreDates: [day(4), day(5)], startTime: 540, endTime: 1080 });
  expect(sent.booking?.summary).toBe("Daycare 1 for Rex, Daycare 2 for Pip, 3 days");
  const { bookingRequest } = await staff().acceptBookingRequest({ id: idOf(sent) });
  expect(bookingRequest).toMatchObject({
    byDay: true,
    moreDates: [day(4), day(5)],
    estimatedTotalPrice: { units: 228n },
    appointmentId: "903",
  });
  expect(booked.map((visit) => [visit.appointmentDate, visit.bookingRequestId, visit.holdToken])).toEqual([
    [toWireDate(day(4)), "0", "places-1"],
    [toWireDate(day(5)), "0", "places-1"],
    [toWireDate(day(3)), idOf(sent), "places-1"],
  ]);
  expect(
    booked.map(({ toldWithAnother }) => toldWithAnother),
    "one message for all days",
  ).toEqual([true, true, false]);
  expect(keys.size).toBe(3);
  expect(booked[0]).toMatchObject({
    staffId: "0",
    startTime: 540,
    petServices: [{ services: [{ duration: 540, price: { units: 38n } }] }, {}],
  });
});

test("an add-on of daycare comes with each of the days at its price, and the day stays as long", async () => {
  const sent = await submit([3, 4], [dog(["1", "7"])]);
  expect(kept).toMatchObject([{ durations: [540] }]);
  expect(sent.booking).toMatchObject({ startTime: 540, endTime: 1080 });
  const { bookingRequest } = await staff().acceptBookingRequest({ id: idOf(sent) });
  expect(bookingRequest?.estimatedTotalPrice?.units).toBe(96n);
  expect(bookingRequest?.pets[0]?.services.map(({ name, addOn }) => [name, addOn])).toEqual([
    ["Daycare 1", false],
    ["Photos", true],
  ]);
  for (const { petServices } of booked)
    expect(petServices[0]?.services.map(({ serviceId, price }) => [serviceId, price?.units])).toEqual([
      ["1", 38n],
      ["7", 10n],
    ]);
});

test("accepted for other days, as many as were asked for, each is a visit on its day, and the places that were kept for the others are given back", async () => {
  const sent = await submit([3, 4]);
  const accept = (more: object) => staff().acceptBookingRequest({ id: idOf(sent), ...more });
  expect((await refused(accept({ dates: [toWireDate(day(9))] }))).slice(0, 2)).toEqual([bad, "dates"]);
  expect((await refused(accept({ dates: [day(9), day(-1)].map(toWireDate) }))).slice(0, 2)).toEqual([bad, "startDate"]);
  const dates = [day(9), day(4)].map(toWireDate);
  const { bookingRequest } = await accept({ dates, startTime: 480 });
  expect(bookingRequest).toMatchObject({
    startDate: day(4),
    moreDates: [day(9)],
    startTime: 480,
    askedDate: day(3),
    estimatedTotalPrice: { units: 76n },
  });
  expect(booked.map((visit) => visit.appointmentDate)).toEqual([day(9), day(4)].map(toWireDate));
  await desk.servers.runDue("online-booking");
  expect(desk.released.map(({ token }) => token)).toContain("places-1");
  expect((await accept({ dates, startTime: 480 })).bookingRequest, "the same once more").toMatchObject({ startDate: day(4) });
  expect((await refusalOf(accept({ dates: [day(4), day(5)].map(toWireDate) }))).code).toBe(ErrorCode.STATE_CONFLICT);
});

test("accepted from another day on, which is none of its other days: that would be booked twice", async () => {
  const sent = await submit([3, 4]);
  const accept = (more: object) => staff().acceptBookingRequest({ id: idOf(sent), ...more });
  const { code, options } = await refusalOf(accept({ startDate: toWireDate(day(4)) }));
  const reason = "is one of the other days already; name all of them in dates";
  expect([code, options.fields, booked]).toEqual([bad, [{ field: "startDate", reason }], []]);
  await accept({ startDate: toWireDate(day(6)) });
  expect(booked.map((visit) => visit.appointmentDate)).toEqual([day(4), day(6)].map(toWireDate));
});

test("where the calendar refuses one of the days none is booked, and the request waits again", async () => {
  const sent = await submit([3, 4, 5]);
  calendarSays = ({ appointmentDate }) =>
    appointmentDate?.day === toWireDate(day(5)).day && fail("ROOM_NOT_AVAILABLE", { field: "petServices", facts: { date: day(5) } });
  expect((await refusalOf(staff().acceptBookingRequest({ id: idOf(sent) }))).code).toBe(ErrorCode.ROOM_NOT_AVAILABLE);
  expect([booked.length, gone]).toEqual([1, ["901"]]);
  calendarSays = () => undefined;
  await staff().acceptBookingRequest({ id: idOf(sent) });
  expect(booked.slice(1).map((visit) => visit.appointmentDate)).toEqual([day(4), day(5), day(3)].map(toWireDate));
});

test("room-not-available: when a day is full by now, it is said which, and nothing is asked for; other refusals name their field", async () => {
  holdSays = () =>
    fail("ROOM_NOT_AVAILABLE", { field: "petServices", reason: "2 of 2 places", facts: { why: "daycareFull", date: day(4) } });
  const spoken = Temporal.PlainDate.from(day(4)).toLocaleString("en-US", { weekday: "long", month: "long", day: "numeric" });
  expect(await refused(submit())).toEqual([
    ErrorCode.ROOM_NOT_AVAILABLE,
    "date",
    `Daycare is full on ${spoken} by now. Please choose another day.`,
  ]);
  holdSays = () => fail("ROOM_NOT_AVAILABLE", { field: "petServices", reason: "none", facts: { why: "noDaycare", date: day(4) } });
  expect((await refused(submit()))[2]).toBe(`We have no daycare on ${spoken}. Please choose another day.`);
  holdSays = () => undefined;
  expect(await refused(submit([3], [dog(["1", "3"])]))).toEqual([bad, "pets", "Groom is booked by itself, not with daycare."]);
  expect(await refused(submit([3], [dog(["1"], { petType: "Cat" })]))).toEqual([bad, "pets", "Daycare 1 is not for a cat."]);
  expect((await refused(submit([3], undefined, { startTime: 300 })))[1]).toBe("startTime");
  expect((await refused(submit([3, 400])))[1]).toBe("date");
  expect((await refused(submit([3, 4], [dog(["3"])])))[1]).toBe("moreDates");
});

test("a day of daycare ends before the shop closes, on each of its days", async () => {
  // Pets are brought from nine and fetched until six: nine hours begin at nine, four at two.
  const late = [bad, "startTime", "The day would end after closing. Please choose an earlier drop-off."];
  expect(await refused(submit([3], undefined, { startTime: 570 }))).toEqual(late);
  expect(await refused(submit([3], [dog(["2"])], { startTime: 870 }))).toEqual(late);
  expect((await submit([3], [dog(["2"])], { startTime: 840 })).booking).toMatchObject({ endTime: 1080 });
  const weekday = Temporal.PlainDate.from(day(4)).dayOfWeek % 7;
  const hours = (openingHours: object[]) =>
    desk.servers.admin.query("update online_booking.setting set opening_hours = $1, page_version = page_version + 1", [
      JSON.stringify(openingHours),
    ]);
  await hours([{ day: weekday, startTime: 600, endTime: 900 }]);
  expect(await refused(submit([3, 4], [dog(["2"])], { startTime: 690 })), "four hours from 11:30 where it closes at three").toEqual(late);
  expect((await submit([3, 4], [dog(["2"])], { startTime: 660 })).booking).toMatchObject({ endTime: 900 });
  await hours([]);
});

test("the page says which vaccines pets must have had for what it offers", async () => {
  const { storefront } = await desk.servers.client(StorefrontService).getStorefront({ bookOnlineName: desk.page });
  expect(storefront?.requiredVaccines).toMatchObject([
    { name: "Rabies", careTypes: ["DAYCARE"], petTypes: [] },
    { name: "Bordetella", careTypes: [], petTypes: ["Dog"] },
  ]);
});

test("places that are gone are kept anew with one press; on the waitlist it waits for all its days", async () => {
  const sent = await submit([3, 4]);
  await staff().autoAssignBookingRequest({ id: idOf(sent) });
  expect(kept.at(-1)).toMatchObject({ dates: [day(3), day(4)].map(toWireDate), durations: [540], replaceToken: "places-1" });
  await staff().moveBookingRequestToWaitlist({ id: idOf(sent) });
  const { rows } = await desk.servers.admin.query(
    "select dates::text[] as dates from online_booking.waitlist_entry where booking_request_id = $1",
    [idOf(sent)],
  );
  expect(rows).toEqual([{ dates: [day(3), day(4)] }]);
});

const cents = (money?: { units: bigint; nanos: number }) => Number(money?.units ?? 0n) * 100 + (money?.nanos ?? 0) / 10_000_000;
const ruled = (name: string, ruleType: PricingRuleType, item: object) => ({
  ...{ pricingRuleId: "1", name, active: true, serviceItemType: "DAYCARE", allServicesApplicable: true, ruleType, ruleItems: [item] },
});

test("what rules make of each day is shown before the request is sent, is what it asks for, and what each day is booked at", async () => {
  const page = desk.servers.client(StorefrontService);
  const pets = [
    { serviceIds: ["1"], petType: "Dog" },
    { serviceIds: ["1"], petType: "Dog" },
  ];
  const dates = [day(3), day(5), day(4)].map(toWireDate);
  const shown = async (more: object) => (await page.previewBookingDeposit({ bookOnlineName: desk.page, pets, ...more })).quote;
  expect(await shown({ dates }), "without rules the page knows its prices").toBe(undefined);
  lists.rules = [
    ruled("Busy day", PricingRuleType.PEAK_DATE, {
      startDate: toWireDate(day(4)),
      endDate: toWireDate(day(4)),
      amount: toMoney(500, "USD"),
    }),
    ruled("Second dog", PricingRuleType.MULTI_PET, { from: 2, percent: "50", decrease: true }),
  ];
  expect(await shown({ days: 3 }), "no day is chosen yet").toBe(undefined);
  const quote = await shown({ dates });
  expect(quote?.lines.map((line) => [line.date, line.pet, cents(line.price), line.parts.map(({ name }) => name || "rate").join()])).toEqual(
    [
      [day(3), 0, 3_800, ""],
      [day(3), 1, 1_900, "rate,Second dog"],
      [day(4), 0, 4_300, "rate,Busy day"],
      [day(4), 1, 2_400, "rate,Busy day,Second dog"],
      [day(5), 0, 3_800, ""],
      [day(5), 1, 1_900, "rate,Second dog"],
    ],
  );
  const sent = await submit([3, 5, 4], [dog(), dog(["1"], { petName: "Pip" })]);
  // What is agreed stays, whatever becomes of the rules.
  lists.rules = [];
  const { bookingRequest } = await staff().acceptBookingRequest({ id: idOf(sent) });
  expect([cents(quote?.price), cents(bookingRequest?.estimatedTotalPrice)]).toEqual([18_100, 18_100]);
  const prices = booked.map((visit) => [visit.appointmentDate, ...visit.petServices.map(({ services }) => cents(services[0]?.price))]);
  expect(prices).toEqual([
    [toWireDate(day(4)), 4_300, 2_400],
    [toWireDate(day(5)), 3_800, 1_900],
    [toWireDate(day(3)), 3_800, 1_900],
  ]);
});

test("accepted for a day that was not asked for, a price that depends on the day is left to the calendar", async () => {
  lists.rules = [
    ruled("Busy day", PricingRuleType.PEAK_DATE, {
      startDate: toWireDate(day(4)),
      endDate: toWireDate(day(4)),
      amount: toMoney(500, "USD"),
    }),
  ];
  const sent = await submit([3, 4]);
  await staff().acceptBookingRequest({ id: idOf(sent), dates: [day(9), day(4)].map(toWireDate) });
  expect(booked.map((visit) => [visit.appointmentDate, visit.petServices[0]?.services[0]?.price?.units])).toEqual([
    [toWireDate(day(9)), undefined],
    [toWireDate(day(4)), 43n],
  ]);
});
