import { createHash } from "node:crypto";
import { toBinary } from "@bufbuild/protobuf";
import { ErrorCode, fail, fromMoney, nobody, toMoney, toWireDate } from "@leashline/kit";
import { partOf, refusalOf } from "@leashline/kit/test";
import {
  type BookAppointmentRequest,
  BookAppointmentRequestSchema,
} from "@leashline/proto/leashline/calendar/v1/appointment_booking_pb.js";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { OperationsService } from "@leashline/proto/leashline/kit/v1/operations_service_pb.js";
import { BookingRequestService, BookingRequestStatus } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import { BookingRequestAcceptedSchema } from "@leashline/proto/leashline/online_booking/v1/events_pb.js";
import { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { DepositRuleService, type PreviewDepositRequest } from "@leashline/proto/leashline/payment/v1/deposit_rule_service_pb.js";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Desk, day, openDesk } from "../../test/desk.ts";

const { SUBMITTED, ACCEPTED } = BookingRequestStatus;
const nextDay = Temporal.PlainDate.from(day).add({ days: 1 }).toString();
const free = { $typeName: "leashline.options.v1.FreeStart" as const, staffId: "8", date: nextDay, startTime: 700, endTime: 760 };
const gone = fail("SLOT_FULL", {
  conflict: {
    kind: "conflict with existing booking",
    appointmentId: "4",
    staffId: "5",
    startTime: 600,
    rangeStart: 0,
    rangeEnd: 0,
    classId: "0",
    className: "",
    nextFree: [free],
  },
});
const other = { startDate: toWireDate(nextDay), startTime: 700, staffId: "8" };

let desk: Desk;
/** What the payment service was asked of the deposit rules; they ask for 30 % of each visit. */
const previewed: PreviewDepositRequest[] = [];
beforeAll(async () => {
  const previewDeposit = async (asked: PreviewDepositRequest) => {
    previewed.push(asked);
    const minor = asked.totals.reduce((sum, total) => sum + (fromMoney(total).minor * 3n) / 10n, 0n);
    return { deposit: toMoney(minor, "USD"), hasRules: true };
  };
  desk = await openDesk([partOf(DepositRuleService, { previewDeposit })]);
});
afterAll(() => desk?.servers.stop());
beforeEach(() => {
  desk.asked.length = 0;
  desk.calendarSays(() => undefined);
});

const requests = (caller = {}, idempotencyKey = "") => desk.servers.client(BookingRequestService, caller, { idempotencyKey });
const read = async (id: string) => (await requests().getBookingRequest({ id })).bookingRequest;
const places = () => desk.asked.map(({ appointmentDate, startTime, staffId }) => [appointmentDate?.day, startTime, staffId]);
const dayOf = (date: string) => Temporal.PlainDate.from(date).day;

test("a time that is gone is refused with what is free; the request waits on, and one of these times is taken, with somebody else", async () => {
  const id = await desk.submit();
  desk.calendarSays(({ startTime }) => (startTime === 600 ? gone : undefined));
  const refusal = await refusalOf(requests().acceptBookingRequest({ id }));
  expect([refusal.code, refusal.options.conflict?.nextFree]).toMatchObject([ErrorCode.SLOT_FULL, [{ staffId: "8", startTime: 700 }]]);
  expect(await read(id)).toMatchObject({ status: SUBMITTED, startTime: 600, askedDate: "" });
  const { bookingRequest } = await requests().acceptBookingRequest({ id, ...other });
  const given = { startDate: nextDay, startTime: 700, endTime: 760, staffId: "8", staffName: "Lee Park" };
  const asked = { askedDate: day, askedStartTime: 600, askedStaffName: "Ana Ruiz" };
  expect(bookingRequest).toMatchObject({ status: ACCEPTED, appointmentId: "99", ...given, ...asked });
  expect(places()).toEqual([
    [dayOf(day), 600, "5"],
    [dayOf(nextDay), 700, "8"],
  ]);
  const told = await desk.told(BookingRequestAcceptedSchema, id);
  expect(told.automatic).toBe(false);
  expect(told).toMatchObject({ date: nextDay, startTime: 700, askedDate: day, askedStartTime: 600 });
  const { rows } = await desk.servers.admin.query(
    "select before, after from online_booking.change_log where entity_id = $1 and action = 'accept'",
    [id],
  );
  expect(rows).toMatchObject([{ before: { startTime: 600, staffId: "5" }, after: { startTime: 700, staffId: "8" } }]);
});

test("before it is sent the page names the deposit that the rules will ask for; once accepted, whoever tells the pet parent is given it", async () => {
  const page = desk.servers.client(StorefrontService, { ...nobody, kind: "anonymous", ip: "198.51.100.9" });
  const told = async (serviceIds: string[], more = {}) =>
    await page.previewBookingDeposit({ bookOnlineName: desk.page, pets: [{ serviceIds, petType: "Dog" }], ...more });
  // $20 and a tax of 10.255 %, rounded down to the cent.
  expect(await told(["1"])).toMatchObject({ asked: true, deposit: { units: 6n, nanos: 610_000_000 } });
  expect(previewed.at(-1)).toMatchObject({ customerId: "0", totals: [{ units: 22n, nanos: 50_000_000 }] });
  expect(await told(["2"], { days: 3 })).toMatchObject({ deposit: { units: 18n } });
  expect(await told(["7"]), "its price is hidden").toMatchObject({ asked: true });
  expect((await told(["7"])).deposit).toBeUndefined();
  expect((await refusalOf(told(["999"]))).code).toBe(ErrorCode.SERVICE_NOT_FOUND);
  const id = await desk.submit();
  await requests().acceptBookingRequest({ id });
  expect(previewed.at(-1)).toMatchObject({ customerId: "7", appointmentIds: ["99"], totals: [{ units: 62n, nanos: 50_000_000 }] });
  expect(await desk.told(BookingRequestAcceptedSchema, id)).toMatchObject({ deposit: { units: 18n, nanos: 610_000_000 } });
});

test("a time that is over where the shop is cannot be accepted, with the field and why; the request waits on, and later today is fine", async () => {
  const id = await desk.submit();
  const zone = "America/Los_Angeles";
  const now = Temporal.Now.zonedDateTimeISO(zone);
  const today = now.toPlainDate();
  const reason = "has passed: choose a later one";
  const over = async (field: string, more: object = {}) =>
    expect((await refusalOf(requests().acceptBookingRequest({ id, ...more }))).options.fields).toEqual([{ field, reason }]);
  await over("startDate", { startDate: toWireDate(today.subtract({ weeks: 4 }).toString()) });
  await over("startDate", {
    startDate: toWireDate(today.subtract({ days: 1 }).toString()),
    override: { overbook: true, reason: "Regular" },
  });
  await over("startTime", { startDate: toWireDate(today.toString()), startTime: 0 });
  const asks = "update online_booking.booking_request set date = $2 where id = $1";
  await sql(asks, [id, today.subtract({ days: 1 }).toString()]);
  await over("startDate");
  expect([desk.asked, (await read(id))?.status]).toEqual([[], SUBMITTED]);
  // Late in the evening there is no hour left for it today.
  const later =
    now.hour < 23 ? { startDate: today.toString(), startTime: 1380 } : { startDate: today.add({ days: 1 }).toString(), startTime: 0 };
  await requests().acceptBookingRequest({ id, ...later, startDate: toWireDate(later.startDate) });
  expect(await read(id)).toMatchObject({ status: ACCEPTED, ...later });
  await sql(asks, [id, today.subtract({ days: 1 }).toString()]);
  expect((await requests().acceptBookingRequest({ id })).bookingRequest?.appointmentId, "said again once it is over").toBe("99");
});

test("the pet parent sees the time that was given and the one they asked for", async () => {
  const page = desk.servers.client(StorefrontService);
  const bookOnlineName = desk.page;
  const pets = [{ petName: "Rex", petType: "Dog", serviceIds: ["3"] }];
  const customer = { firstName: "Jo", lastName: "Park", phoneNumber: "+12065557777" };
  const { statusToken } = await page.submitBooking({ bookOnlineName, customer, pets, date: toWireDate(day), startTime: 600 });
  const id = statusToken.split(".")[0] ?? "";
  await requests().acceptBookingRequest({ id, startTime: 615 });
  const { booking } = await page.getBookingStatus({ bookOnlineName, statusToken });
  expect(booking).toMatchObject({ status: "accepted", date: day, startTime: 615, askedDate: day, askedStartTime: 600 });
  expect(booking?.toSign, "what online booking asks for, and nothing else").toMatchObject([
    { title: "Care", url: "https://shop.test/agreement/sign/51" },
  ]);
  const visit = desk.appointments.get("99")!;
  desk.appointments.set("99", { ...visit, appointmentDate: toWireDate(nextDay), startTime: 700, endTime: 760 });
  const moved = await page.getBookingStatus({ bookOnlineName, statusToken });
  expect(moved.booking, "as it stands on the calendar by now").toMatchObject({ status: "accepted", date: nextDay, startTime: 700 });
  desk.appointments.set("99", { ...visit, status: AppointmentStatus.CANCELLED });
  expect((await page.getBookingStatus({ bookOnlineName, statusToken })).booking?.status).toBe("cancelled");
});

test("another time of the same day keeps the person; somebody else at the same time says so to staff only", async () => {
  const id = await desk.submit();
  await requests().acceptBookingRequest({ id, staffId: "8" });
  expect(places()).toEqual([[dayOf(day), 600, "8"]]);
  expect(await read(id)).toMatchObject({ staffName: "Lee Park", askedDate: "", askedStaffName: "Ana Ruiz" });
  expect(await desk.told(BookingRequestAcceptedSchema, id)).toMatchObject({ date: day, startTime: 600, askedDate: "" });
});

test("the request's own hold does not stand in the way; one that has run out is forgotten, and it is booked like any other visit", async () => {
  const id = await desk.submit();
  desk.calendarSays(({ holdToken }) => (holdToken ? fail("HOLD_EXPIRED") : gone));
  expect((await refusalOf(requests().acceptBookingRequest({ id }))).code).toBe(ErrorCode.SLOT_FULL);
  expect(desk.asked.map(({ holdToken }) => holdToken !== "")).toEqual([true, false]);
  expect(await read(id)).toMatchObject({ status: SUBMITTED, timeHeld: false });
  desk.calendarSays(() => undefined);
  await requests().acceptBookingRequest({ id, startTime: 615 });
  expect(desk.asked.at(-1)?.holdToken).toBe("");
});

test("two accept at once at different times: the first wins, the other hears it; who means the same time gets the same answer", async () => {
  const id = await desk.submit();
  const arrived = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  desk.calendarSays(() => {
    arrived.resolve();
    return gate.promise;
  });
  const first = requests().acceptBookingRequest({ id, ...other });
  await arrived.promise;
  const refusal = await refusalOf(requests().acceptBookingRequest({ id, startTime: 800 }));
  expect([refusal.code, refusal.message]).toEqual([
    ErrorCode.STATE_CONFLICT,
    "Somebody else is accepting this request at another time just now.",
  ]);
  expect((await refusalOf(requests().acceptBookingRequest({ id }))).code).toBe(ErrorCode.STATE_CONFLICT);
  gate.resolve();
  expect((await first).bookingRequest).toMatchObject({ status: ACCEPTED, startTime: 700 });
  const late = await refusalOf(requests().acceptBookingRequest({ id, startTime: 800 }));
  expect([late.code, late.message]).toEqual([ErrorCode.STATE_CONFLICT, "Somebody else accepted this request meanwhile."]);
  for (const same of [{ id, ...other }, { id }])
    expect((await requests().acceptBookingRequest(same)).bookingRequest).toMatchObject({ appointmentId: "99", startTime: 700 });
  expect(desk.asked).toHaveLength(1);
});

test("twenty accept at once as it was asked for: it is booked once, and all get the same answer", async () => {
  const id = await desk.submit();
  const everybody = Promise.withResolvers<void>();
  desk.calendarSays(() => {
    if (desk.asked.length === 20) everybody.resolve();
    return everybody.promise;
  });
  const answers = await Promise.all(Array.from({ length: 20 }, () => requests().acceptBookingRequest({ id })));
  expect(new Set(answers.map(({ bookingRequest }) => bookingRequest?.appointmentId))).toEqual(new Set(["99"]));
  await desk.told(BookingRequestAcceptedSchema, id);
});

test("a refusal that comes late does not end the try that somebody has begun since", async () => {
  const id = await desk.submit();
  const gates = Array.from({ length: 3 }, () => ({ asked: Promise.withResolvers<void>(), answer: Promise.withResolvers<unknown>() }));
  desk.calendarSays(() => {
    const gate = gates[desk.asked.length - 1];
    gate?.asked.resolve();
    return gate?.answer.promise;
  });
  const accept = async (nth: number) => {
    const call = requests().acceptBookingRequest({ id });
    await gates[nth]?.asked.promise;
    return { call };
  };
  const [one, two] = [refusalOf((await accept(0)).call), refusalOf((await accept(1)).call)];
  gates[0]?.answer.resolve(gone);
  expect((await one).code).toBe(ErrorCode.SLOT_FULL);
  const three = await accept(2);
  gates[1]?.answer.resolve(gone);
  expect((await two).code).toBe(ErrorCode.SLOT_FULL);
  gates[2]?.answer.resolve(undefined);
  expect((await three.call).bookingRequest).toMatchObject({ status: ACCEPTED, appointmentId: "99" });
});

test("a refused try is repeated under its key: it is a new try; an accepted one answers with itself; another time under the key is refused", async () => {
  const id = await desk.submit();
  const keyed = () => requests({}, `accept-${id}`);
  desk.calendarSays(() => gone);
  expect((await refusalOf(keyed().acceptBookingRequest({ id, ...other }))).code).toBe(ErrorCode.SLOT_FULL);
  desk.calendarSays(() => undefined);
  expect((await keyed().acceptBookingRequest({ id, ...other })).bookingRequest).toMatchObject({ status: ACCEPTED, startTime: 700 });
  expect((await keyed().acceptBookingRequest({ id, ...other })).bookingRequest).toMatchObject({ appointmentId: "99" });
  expect((await refusalOf(keyed().acceptBookingRequest({ id, startTime: 800 }))).code).toBe(ErrorCode.IDEMPOTENCY_KEY_REUSED);
  expect(desk.asked).toHaveLength(2);
});

const failing =
  "create function online_booking.broken() returns trigger language plpgsql as $$ begin raise exception 'the disk broke'; end $$";
const failsToAccept = `${failing}; create trigger broken before update on online_booking.booking_request for each row when (new.state = 'accepted') execute function online_booking.broken()`;
const sql = (text: string, values: unknown[] = []) => desk.servers.admin.query(text, values);
const broke = () => new Error("the line broke");
const expired = ({ holdToken }: { holdToken: string }) => (holdToken ? fail("HOLD_EXPIRED") : undefined);

/** Where a try is broken off, how often what is asked of others is asked until it is through, and under how many keys. */
const breaks = [
  { step: "client", breaks: () => desk.customersSay(broke), mends: () => desk.customersSay(() => undefined), calls: 3, keys: 2 },
  { step: "book", breaks: () => desk.calendarSays(broke), mends: () => desk.calendarSays(() => undefined), calls: 3, keys: 2 },
  {
    step: "book",
    breaks: () => desk.calendarSays((a) => expired(a) ?? broke()),
    mends: () => desk.calendarSays(expired),
    calls: 5,
    keys: 3,
  },
  { step: "decide", breaks: () => sql(failsToAccept), mends: () => sql("drop function online_booking.broken cascade"), calls: 2, keys: 2 },
];

test("broken off at any step it is seen, nobody gets in between, and the job goes on there at the time that was chosen: all is made once", async () => {
  for (const { step, breaks: breakOff, mends, calls, keys } of breaks) {
    const id = await desk.submit();
    desk.calendarSays(() => undefined);
    for (const seen of [desk.asked, desk.upserted]) seen.length = 0;
    desk.keys.clear();
    await breakOff();
    await expect(requests().acceptBookingRequest({ id, ...other })).rejects.toThrow();
    const { runs } = await desk.servers.client(OperationsService, { via: "operator" }).listProcessRuns({ service: "online-booking" });
    expect(runs).toMatchObject([{ kind: "accept-request", key: id, step, attempts: 1 }]);
    expect((await refusalOf(requests().acceptBookingRequest({ id, startTime: 800 }))).code).toBe(ErrorCode.STATE_CONFLICT);
    expect((await refusalOf(requests().declineBookingRequest({ id }))).code).toBe(ErrorCode.STATE_CONFLICT);
    await mends();
    await sql("update online_booking.job set due_at = now() - interval '1 second' where kind = 'process-accept-request' and key = $1", [
      runs[0]?.id,
    ]);
    await desk.servers.runDue("online-booking");
    expect(await read(id), step).toMatchObject({
      status: ACCEPTED,
      appointmentId: "99",
      startDate: nextDay,
      startTime: 700,
      askedDate: day,
    });
    await desk.told(BookingRequestAcceptedSchema, id);
    expect([desk.asked.length + desk.upserted.length, desk.keys.size], step).toEqual([calls, keys]);
  }
});

test("what a version without runs was at goes on at its time and under its key", async () => {
  const id = await desk.submit();
  const chosen = { date: nextDay, startTime: 700, staffId: "8", byStaff: true };
  const begun = "update online_booking.booking_request set state = 'accepting', attempt = 3, chosen = $2, hold_token = '' where id = $1";
  await sql(begun, [id, JSON.stringify(chosen)]);
  await sql(
    "insert into online_booking.job (company_id, business_id, kind, key, payload, due_at) values (1, 1, 'finish-accepting', $1, jsonb_build_object('id', $1::text), now() - interval '1 second')",
    [id],
  );
  desk.keys.clear();
  await desk.servers.runDue("online-booking");
  expect(await read(id)).toMatchObject({ status: ACCEPTED, startDate: nextDay, startTime: 700, askedDate: day });
  const { typeName } = AppointmentService;
  const asked = toBinary(BookAppointmentRequestSchema, desk.asked[0] as BookAppointmentRequest);
  const keyed = createHash("sha256").update(`accept-request:${id}:3`).update(typeName).update("BookAppointment").update(asked);
  expect([...desk.keys][1]).toBe(keyed.digest("base64url"));
});

test("what is in the way is overridden with the permission and a reason, and not without", async () => {
  const ask = { startTime: 615, override: { overbook: true, outsideWorkingHours: true, reason: "Regular" } };
  const id = await desk.submit();
  await requests().acceptBookingRequest({ id, ...ask });
  expect(desk.asked[0]?.override).toMatchObject(ask.override);
  const next = await desk.submit();
  const permissions = [Permission.MANAGE_BOOKING_REQUESTS, Permission.VIEW_BOOKING_REQUESTS_ALL_LOCATIONS, Permission.OVERBOOK];
  await requests({ permissions }).acceptBookingRequest({ id: next, ...ask });
  expect(desk.asked[1]?.override).toMatchObject({ overbook: true, outsideWorkingHours: false });
});

test("a day, a start or a person that cannot be is refused, and nothing has begun", async () => {
  const id = await desk.submit();
  for (const wrong of [{ startTime: 1_440 }, { startTime: -1 }, { staffId: "-1" }, { startDate: { year: 2026, month: 2, day: 30 } }])
    expect((await refusalOf(requests().acceptBookingRequest({ id, ...wrong }))).code, JSON.stringify(wrong)).toBe(ErrorCode.PARAMS_INVALID);
  expect(desk.asked).toEqual([]);
  expect((await refusalOf(requests({ companyId: "2" }).acceptBookingRequest({ id, ...other }))).code).toBe(ErrorCode.NOT_FOUND);
});
