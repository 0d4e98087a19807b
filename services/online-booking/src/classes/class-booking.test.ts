import { fromBinary } from "@bufbuild/protobuf";
import { ErrorCode, fail, nobody, toMoney, toWireDate } from "@leashline/kit";
import { partOf, refusalOf } from "@leashline/kit/test";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import {
  ClassHoldService,
  type EnrolPetsRequest,
  type HoldClassPlacesRequest,
  type TellFreePlacesRequest,
} from "@leashline/proto/leashline/calendar/v1/class_hold_service_pb.js";
import { ClassService, EnrolmentState } from "@leashline/proto/leashline/calendar/v1/class_service_pb.js";
import { ShowPrice } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { BookingRequestService, BookingRequestStatus } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import { ClassBookingService } from "@leashline/proto/leashline/online_booking/v1/class_booking_pb.js";
import { BookingRequestSubmittedSchema } from "@leashline/proto/leashline/online_booking/v1/events_pb.js";
import { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { DepositRuleService, type PreviewDepositRequest } from "@leashline/proto/leashline/payment/v1/deposit_rule_service_pb.js";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Desk, openDesk } from "../../test/desk.ts";
import { catalogOf } from "../../test/neighbors.ts";

// Service 1 is a puppy class at $150 for dogs, 2 a class that comes after it and shows no price, 3 a groom. Class 11 is of service 1, 12 of service 2.

const day = (plus: number) => Temporal.Now.plainDateISO("America/Los_Angeles").add({ days: plus }).toString();
const taught = (id: string, options: object = {}) => ({
  ...{ id, name: `Course ${id}`, careType: "GROUP_CLASS", bookOnlineAvailable: true, duration: 60, price: toMoney(10_000, "USD") },
  ...{ availability: { petTypes: [{ petType: "Dog" }] }, options },
});
const groom = { id: "3", name: "Groom", careType: "GROOMING", bookOnlineAvailable: true, duration: 60, price: toMoney(5_000, "USD") };
const catalog = [taught("1"), taught("2", { prerequisiteClassIds: ["1"], showBasePrice: ShowPrice.HIDE }), groom];
const session = (plus: number) => ({ date: toWireDate(day(plus)), startTime: 1080, endTime: 1140 });
const series = (id: string, serviceId: string, first: number, more: object = {}) => ({
  groupClass: {
    ...{ id, serviceId, name: `Class ${id}`, staffId: "5", staffName: "Ana Ruiz", price: toMoney(15_000, "USD") },
    sessions: [session(first), session(first + 7), session(first + 14)],
  },
  free: 3,
  ...more,
});
const previewed: PreviewDepositRequest[] = [];
let open: ReturnType<typeof series>[] = [];
const kept: HoldClassPlacesRequest[] = [];
const enrolled: EnrolPetsRequest[] = [];
const freed: [classId: string, cause: string][] = [];
let holdSays: () => unknown = () => undefined;
let enrolSays: () => unknown = () => undefined;
let state = EnrolmentState.ENROLLED;
let placeOf501 = EnrolmentState.WAITING;
let desk: Desk;
beforeAll(async () => {
  desk = await openDesk([
    catalogOf(catalog),
    partOf(ClassHoldService, {
      getOpenClasses: async ({ serviceIds }: { serviceIds: string[] }) => ({
        classes: open.filter(({ groupClass }) => serviceIds.includes(groupClass.serviceId)),
      }),
      holdClassPlaces: async (asked: HoldClassPlacesRequest) => {
        kept.push(asked);
        const no = holdSays();
        if (no) throw no;
        return { holdToken: `seats-${kept.length}`, expiresAt: { seconds: BigInt(Math.floor(Date.now() / 1000) + 600), nanos: 0 } };
      },
      enrolPets: async (asked: EnrolPetsRequest) => {
        const no = enrolSays();
        if (no) throw no;
        enrolled.push(asked);
        return { enrolments: asked.pets.map(({ petId }) => ({ petId, state })) };
      },
      tellFreePlaces: async ({ classId, cause }: TellFreePlacesRequest) => {
        freed.push([classId, cause]);
        return {};
      },
    }),
    partOf(ClassService, {
      getClass: async ({ id }: { id: string }) => ({ groupClass: { id }, enrolments: [{ id: "501", state: placeOf501 }] }),
    }),
    partOf(DepositRuleService, {
      previewDeposit: async (asked: PreviewDepositRequest) => {
        previewed.push(asked);
        const units = asked.totals.reduce((sum, total) => sum + total.units, 0n);
        return { hasRules: true, deposit: toMoney(Number(units) * 30, "USD") };
      },
    }),
    partOf(AppointmentService, { batchGetAppointments: async () => ({ appointments: [] }) }),
  ]);
});
afterAll(() => desk?.servers.stop());
beforeEach(() => {
  for (const list of [kept, enrolled, freed]) list.length = 0;
  open = [series("11", "1", 5), series("12", "2", 6)];
  holdSays = () => undefined;
  enrolSays = () => undefined;
  state = EnrolmentState.ENROLLED;
});

const staff = () => desk.servers.client(BookingRequestService);
const listed = async (serviceId = "0") =>
  (await desk.servers.client(ClassBookingService).getBookableClasses({ bookOnlineName: desk.page, serviceId })).classes;
const dog = (serviceIds = ["1"], more: object = {}) => ({ serviceIds, petName: "Rex", petType: "Dog", ...more });
let people = 0;
/** Somebody of the shop enters it, as for who calls. */
const submit = (more: object = {}, pets: object[] = [dog()]) => {
  const customer = { firstName: "Jo", lastName: "Park", phoneNumber: `+1206555${7000 + people++}` };
  const when = { date: toWireDate(day(5)), startTime: 0, classId: "11" };
  return desk.servers.client(StorefrontService).submitBooking({ bookOnlineName: desk.page, customer, pets, ...when, ...more } as never);
};
const idOf = ({ statusToken }: { statusToken: string }) => statusToken.split(".")[0] ?? "";
const full = () => fail("ROOM_NOT_AVAILABLE", { field: "classId", facts: { why: "classFull" } });
const refused = async (call: Promise<unknown>) => {
  const { code, message, options } = await refusalOf(call);
  return [code, options.fields?.[0]?.field, message];
};
const bad = ErrorCode.PARAMS_INVALID;

test("the page shows classes that begin on days that can be booked: dates, places, instructor and what comes before; a hidden price is not told", async () => {
  open.push(series("13", "1", -1), series("14", "1", 400));
  expect(await listed()).toMatchObject([
    {
      ...{ classId: "11", name: "Class 11", staffName: "Ana Ruiz", free: 3, price: { units: 150n }, prerequisites: [] },
      sessions: [5, 12, 19].map((plus) => ({ date: day(plus), startTime: 1080, endTime: 1140 })),
    },
    { classId: "12", prerequisites: ["Course 1"] },
  ]);
  const [hidden] = await listed("2");
  expect([hidden?.classId, hidden?.price, hidden?.tax]).toEqual(["12", undefined, undefined]);
  const { storefront } = await desk.servers.client(StorefrontService).getStorefront({ bookOnlineName: desk.page });
  expect(storefront?.services.map(({ careType }) => careType)).toEqual(["GROUP_CLASS", "GROUP_CLASS", "GROOMING"]);
});

test("a class that does not begin on a day that can be booked is not offered on the page, a full one is", async () => {
  const offered = async () => {
    const { storefront } = await desk.servers.client(StorefrontService).getStorefront({ bookOnlineName: desk.page });
    return storefront?.services.map(({ serviceId }) => serviceId);
  };
  open = [series("11", "1", 5, { free: 0 }), series("12", "2", -1), series("13", "2", 400)];
  expect(await offered()).toEqual(["1", "3"]);
  open.push(series("14", "2", 6));
  expect(await offered()).toEqual(["1", "2", "3"]);
});

test("a class is one request with a place for each pet in all its sessions; accepted, the pets come into it at the price that was asked", async () => {
  const sent = await submit({}, [dog(), dog(["1"], { petName: "Pip" })]);
  expect(kept).toMatchObject([{ classId: "11", pets: 2, visitor: { requested: true } }]);
  expect(sent.booking).toMatchObject({
    ...{ status: "submitted", date: day(5), moreDates: [day(12), day(19)], startTime: 1080, endTime: 1140 },
    ...{ summary: "Class 11 for Rex, Class 11 for Pip, 3 sessions", classWaitlist: false },
  });
  const { bookingRequest: waits } = await staff().getBookingRequest({ id: idOf(sent) });
  expect(waits).toMatchObject({ classId: "11", staffId: "5", timeHeld: true, estimatedTotalPrice: { units: 300n } });
  expect((await refused(staff().acceptBookingRequest({ id: idOf(sent), startDate: toWireDate(day(6)) }))).slice(0, 2)).toEqual([
    bad,
    "startDate",
  ]);
  const { bookingRequest } = await staff().acceptBookingRequest({ id: idOf(sent) });
  expect(bookingRequest).toMatchObject({ status: BookingRequestStatus.ACCEPTED, appointmentId: "0" });
  expect(enrolled).toMatchObject([
    {
      classId: "11",
      holdToken: expect.stringMatching(/^seats-/),
      waitlist: false,
      bookingRequestId: idOf(sent),
      pets: [{ price: { units: 150n } }, { price: { units: 150n } }],
    },
  ]);
  await staff().acceptBookingRequest({ id: idOf(sent) });
  expect(enrolled).toHaveLength(1);
});

test("a class that has begun by then takes nobody any more", async () => {
  const id = idOf(await submit());
  await desk.servers.admin.query("update online_booking.booking_request set date = $2 where id = $1", [id, day(-1)]);
  expect((await refused(staff().acceptBookingRequest({ id }))).slice(0, 2)).toEqual([bad, "startDate"]);
  expect(enrolled).toEqual([]);
});

test("a deposit that the rules will ask for is told of each pet's bill of the class, of the class's price; who waits is asked for nothing", async () => {
  const page = desk.servers.client(StorefrontService);
  const asked = {
    bookOnlineName: desk.page,
    pets: [dog(), dog(["1"], { petName: "Pip" })].map(({ petName: _, ...pet }: { petName?: string }) => pet),
  };
  const told = (classId: string) => page.previewBookingDeposit({ ...asked, classId } as never);
  expect(await told("11")).toMatchObject({ asked: true, deposit: { units: 90n } });
  expect(previewed.at(-1)?.totals.map(({ units }) => units)).toEqual([150n, 150n]);
  expect(await told("0")).toMatchObject({ asked: false });
});

test("a class that is full by now is said so; who asks to wait for a place waits, and is on the class's waitlist once accepted, also when it has begun", async () => {
  holdSays = full;
  expect(await refused(submit())).toEqual([
    ErrorCode.ROOM_NOT_AVAILABLE,
    "classId",
    "This class is full by now. Choose another one, or wait for a place in it.",
  ]);
  const sent = await submit({ classWaitlist: true });
  expect(sent.booking).toMatchObject({ status: "submitted", classWaitlist: true });
  const told = "select payload from online_booking.outbox where type = $1 and aggregate = $2";
  const { rows } = await desk.servers.admin.query(told, [BookingRequestSubmittedSchema.typeName, idOf(sent)]);
  expect(rows.map(({ payload }) => fromBinary(BookingRequestSubmittedSchema, payload).classWaitlist)).toEqual([true]);
  state = EnrolmentState.WAITING;
  // Who waits has a place in a later session.
  await desk.servers.admin.query("update online_booking.booking_request set date = $2 where id = $1", [idOf(sent), day(-1)]);
  const { bookingRequest } = await staff().acceptBookingRequest({ id: idOf(sent) });
  expect(bookingRequest).toMatchObject({ status: BookingRequestStatus.WAITLISTED, classWaitlist: true });
  expect(enrolled).toMatchObject([{ waitlist: true, holdToken: "" }]);
});

test("whoever waited for a class reads that they are in it however they came to it, and that they wait no more where they left its line", async () => {
  holdSays = full;
  state = EnrolmentState.WAITING;
  const sent = await submit({ classWaitlist: true });
  await staff().acceptBookingRequest({ id: idOf(sent) });
  const page = desk.servers.client(StorefrontService);
  const status = async () => (await page.getBookingStatus({ bookOnlineName: desk.page, statusToken: sent.statusToken })).booking?.status;
  expect(await status(), "not on the list yet").toBe("waitlisted");
  await desk.servers.admin.query(
    `insert into online_booking.waitlist_entry (company_id, business_id, state, class_id, enrolment_id, booking_request_id, customer_id, first_name, last_name,
      client_color, new_client, words, from_online, care_types, pets, dates, nights, time_ranges, staff_ids, valid_from, valid_till, duration, currency, total, note)
      values (1, 1, 'waiting', 11, 501, $1, 7, 'Jo', 'Park', '', false, 'jo park', true, '{GROUP_CLASS}', '[]', '{}', 0, '[]', '{}', $2, $3, 60, 'USD', 0, '')`,
    [idOf(sent), day(0), day(19)],
  );
  expect(await status()).toBe("waitlisted");
  await desk.servers.admin.query("update online_booking.waitlist_entry set state = 'removed', ended_at = now() where enrolment_id = 501");
  expect(await status()).toBe("unlisted");
  placeOf501 = EnrolmentState.ENROLLED;
  expect(await status()).toBe("accepted");
});

test("where the places are gone when staff accept, the request waits again, and goes onto the class's waitlist with one press", async () => {
  const sent = await submit();
  enrolSays = full;
  expect((await refusalOf(staff().acceptBookingRequest({ id: idOf(sent) }))).code).toBe(ErrorCode.ROOM_NOT_AVAILABLE);
  expect((await staff().getBookingRequest({ id: idOf(sent) })).bookingRequest?.status).toBe(BookingRequestStatus.SUBMITTED);
  await staff().autoAssignBookingRequest({ id: idOf(sent) });
  expect(kept.at(-1)).toMatchObject({ classId: "11", pets: 1, replaceToken: "seats-1" });
  enrolSays = () => undefined;
  state = EnrolmentState.WAITING;
  const { bookingRequest } = await staff().moveBookingRequestToWaitlist({ id: idOf(sent) });
  expect(bookingRequest?.status).toBe(BookingRequestStatus.WAITLISTED);
  expect(enrolled).toMatchObject([{ classId: "11", waitlist: true }]);
  await staff().moveBookingRequestToWaitlist({ id: idOf(sent) });
  expect(enrolled).toHaveLength(1);
});

test("declined, the places are given back and whoever waits for one hears of it; until then nobody does", async () => {
  const sent = await submit();
  const told = () => freed.filter(([, cause]) => cause === `request-${idOf(sent)}`);
  await desk.servers.runDue("online-booking");
  expect(told()).toEqual([]);
  await staff().declineBookingRequest({ id: idOf(sent), reason: "" });
  await desk.servers.runDue("online-booking");
  expect(told()).toEqual([["11", `request-${idOf(sent)}`]]);
});

test("what may not be booked is refused with its field: no such class, another service with it, a cat, other dates, an appointment instead", async () => {
  expect((await refused(submit({ classId: "99" }))).slice(0, 2)).toEqual([ErrorCode.NOT_FOUND, "classId"]);
  expect((await refused(submit({}, [dog(["1", "3"])]))).slice(0, 2)).toEqual([bad, "pets"]);
  expect((await refused(submit({}, [dog(["2"])])))[1]).toBe("classId");
  expect(await refused(submit({}, [dog(["1"], { petType: "Cat" })]))).toEqual([bad, "pets", "Course 1 is not for a cat."]);
  expect((await refused(submit({ endDate: toWireDate(day(8)) })))[1]).toBe("endDate");
  expect((await refused(submit({ moreDates: [toWireDate(day(8))] })))[1]).toBe("moreDates");
  expect(await refused(submit({ classId: "0", startTime: 600 }))).toEqual([bad, "pets", "Course 1 is booked with its class."]);
});

test("a class has dates of its own: without one a request for it begins with its first session; everything else needs a day", async () => {
  const sent = await submit({ date: undefined });
  expect(sent.booking).toMatchObject({ date: day(5), moreDates: [day(12), day(19)], startTime: 1080 });
  expect((await refused(submit({ date: undefined, classId: "99" }))).slice(0, 2)).toEqual([ErrorCode.NOT_FOUND, "classId"]);
  expect((await refused(submit({ date: undefined, classId: "0" }, [dog(["3"])]))).slice(0, 2)).toEqual([bad, "date"]);
});

test("a pet is asked into a class once while nobody has answered, also twice at once; another pet, another class and an answered request are free", async () => {
  const anybody = { ...nobody, kind: "anonymous" as const, ip: "198.51.100.44" };
  const page = desk.servers.client(StorefrontService, anybody);
  const phoneNumber = "+12065550171";
  const { codeToken } = await page.sendBookingCode({ bookOnlineName: desk.page, phoneNumber });
  const code = desk.codes.get(phoneNumber) ?? "";
  const { visitorToken } = await page.confirmBookingCode({ bookOnlineName: desk.page, codeToken, code });
  const ask = (petName: string, more: object = {}) =>
    page.submitBooking({
      ...{ bookOnlineName: desk.page, visitorToken, customer: { firstName: "Jo", lastName: "Park", phoneNumber }, classId: "11" },
      ...{ pets: [dog(["1"], { petName })], ...more },
    } as never);
  const [first, second] = await Promise.allSettled([ask("Rex"), ask("Rex")]);
  const sent = [first, second].flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  expect(sent).toHaveLength(1);
  const seats = kept.length;
  expect(await refused(ask(" REX "))).toEqual([
    ErrorCode.STATE_CONFLICT,
    "pets.0.petName",
    "You have asked for this class with REX already. Please wait for our answer to that request, or call.",
  ]);
  expect(kept).toHaveLength(seats);
  await ask("Pip");
  await ask("Rex", { classId: "12", pets: [dog(["2"])] });
  await staff().declineBookingRequest({ id: idOf(sent[0] as { statusToken: string }), reason: "" });
  await ask("Rex");
});
