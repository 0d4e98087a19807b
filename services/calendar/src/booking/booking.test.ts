import { fromBinary } from "@bufbuild/protobuf";
import { ErrorCode, toMoney } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { AppointmentSource, AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { AppointmentBookedSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Harness, openHarness, request } from "../../test/harness.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness.stop());

// Wednesdays far ahead: everybody works 9 to 6.
const day = (n: number) => Temporal.PlainDate.from("2031-01-01").add({ weeks: n }).toString();
const groomer = {
  permissions: [Permission.CREATE_AND_EDIT_TICKET, Permission.VIEW_CALENDAR],
  staffId: "1",
  accountId: "2",
  employeeCategory: 0,
};
const override = { overbook: true, outsideWorkingHours: true, reason: "the owner asked for it" };

describe("booking", () => {
  test("appointment-status-list: a new appointment is Unconfirmed and carries what the neighbours say", async () => {
    const appointment = await harness.book({ date: day(1), start: 600 });
    expect(appointment).toMatchObject({
      status: AppointmentStatus.UNCONFIRMED,
      customerFirstName: "Client",
      customerLastName: "1",
      startTime: 600,
      endTime: 660,
      staffId: "1",
      editable: true,
      version: 1,
      estimatedTotalPrice: { units: 50n, currencyCode: "USD" },
      petServiceList: [{ petName: "Pet 10", breed: "Poodle", serviceName: "Service 1", staffName: "Staff 1", duration: 60 }],
    });
    // 10:00 in Los Angeles, winter.
    expect(appointment.startAt?.seconds).toBe(BigInt(Date.parse(`${day(1)}T18:00:00Z`) / 1000));
    const read = await harness.client(AppointmentService).getAppointment({ id: appointment.id });
    expect(read.appointment).toEqual(appointment);
  });

  test("price-unit: four hours at $10 an hour cost $40, and a price that is given stands", async () => {
    const services = (more: object) => [{ petId: "10", services: [{ serviceId: "98", duration: 240, ...more }] }];
    const hours = await harness.book({ date: day(60), start: 540, petServices: services({}) });
    expect(hours.estimatedTotalPrice).toMatchObject({ units: 40n });
    const given = await harness.book({ date: day(61), start: 540, petServices: services({ price: toMoney(3_500, "USD") }) });
    expect(given.estimatedTotalPrice).toMatchObject({ units: 35n });
  });

  test.each([
    [AppointmentSource.ONLINE_BOOKING, AppointmentSource.ONLINE_BOOKING, "online booking"],
    [AppointmentSource.WEB, AppointmentSource.WEB, "web"],
    [AppointmentSource.ANDROID, AppointmentSource.ANDROID, "android"],
    [AppointmentSource.IOS, AppointmentSource.IOS, "ios"],
    [AppointmentSource.AUTO_MESSAGE, AppointmentSource.AUTO_MESSAGE, "auto message"],
    [AppointmentSource.CALENDAR_SYNC, AppointmentSource.CALENDAR_SYNC, "calendar sync"],
    [AppointmentSource.UNSPECIFIED, AppointmentSource.WEB, "web"],
  ])("appointment-sources: an appointment booked from %i is kept as from %i and told as %s", async (source, kept, told) => {
    const { id } = await harness.book({ date: day(40 + source), start: 600, source });
    expect((await harness.client(AppointmentService).getAppointment({ id })).appointment?.source).toBe(kept);
    const { rows } = await harness.admin.query("select payload from calendar.outbox where aggregate = $1 and type = $2", [
      id,
      AppointmentBookedSchema.typeName,
    ]);
    expect(rows.map((row) => fromBinary(AppointmentBookedSchema, row.payload).appointment?.source)).toEqual([told]);
  });

  test("an appointment claims a booking request only when online booking says so: otherwise the request could never be accepted", async () => {
    const wish = { date: day(38), start: 600, bookingRequestId: "7" };
    for (const caller of [{}, { kind: "apiKey" as const }, { via: "message" }]) {
      const refusal = await refusalOf(harness.book(wish, caller));
      expect([refusal.code, refusal.options.fields?.[0]?.field]).toEqual([ErrorCode.PARAMS_INVALID, "bookingRequestId"]);
    }
    expect((await harness.book(wish, { via: "online-booking" })).bookingRequestId).toBe("7");
  });

  test("of the other days of a request its client hears with the first, when online booking says so", async () => {
    const wish = { date: day(36), start: 600, toldWithAnother: true };
    expect((await refusalOf(harness.book(wish))).options.fields?.[0]?.field).toBe("toldWithAnother");
    const { id } = await harness.book(wish, { via: "online-booking" });
    const { rows } = await harness.admin.query("select payload from calendar.outbox where aggregate = $1 and type = $2", [
      id,
      AppointmentBookedSchema.typeName,
    ]);
    expect(rows.map((row) => fromBinary(AppointmentBookedSchema, row.payload).appointment?.toldWithAnother)).toEqual([true]);
  });

  test("what a client was told stays with the appointment when online booking says so, whatever is changed of it, and not with one that is made like it", async () => {
    const agreedPolicy = { noticeMinutes: 120, changeNoticeHours: 48, cancellationFee: toMoney(2_500, "USD") };
    const wish = { date: day(37), start: 600, agreedPolicy };
    for (const caller of [{}, { kind: "apiKey" as const }, { via: "message" }]) {
      const refusal = await refusalOf(harness.book(wish, caller));
      expect([refusal.code, refusal.options.fields?.[0]?.field]).toEqual([ErrorCode.PARAMS_INVALID, "agreedPolicy"]);
    }
    const { id, agreedPolicy: kept } = await harness.book(wish, { via: "online-booking" });
    expect([kept?.changeNoticeHours, kept?.latestStart]).toEqual([48, undefined]);
    const api = harness.client(AppointmentService);
    await api.updateAppointment({ id, alertNotes: "Bites" });
    expect((await api.getAppointment({ id })).appointment?.agreedPolicy).toEqual(kept);
    expect((await harness.book({ date: day(37), start: 720 })).agreedPolicy).toBeUndefined();
  });

  test("a request that an appointment of somebody else's had claimed is accepted all the same; that appointment stays, as one like any other", async () => {
    const foreign = await harness.book({ date: day(38), start: 720 });
    await harness.admin.query("update calendar.appointment set booking_request_id = 8 where id = $1", [foreign.id]);
    const taken = harness.book({ date: day(38), start: 720, bookingRequestId: "8" }, { via: "online-booking" });
    expect((await refusalOf(taken)).code).toBe(ErrorCode.SLOT_FULL);
    const accepted = await harness.book({ date: day(38), start: 840, bookingRequestId: "8" }, { via: "online-booking" });
    const now = await Promise.all(
      [foreign.id, accepted.id].map(async (id) => (await harness.client(AppointmentService).getAppointment({ id })).appointment),
    );
    expect(now).toMatchObject([
      { bookingRequestId: "0", startTime: 720 },
      { bookingRequestId: "8", startTime: 840 },
    ]);
  });

  test("appointment-sources: there is no seventh", async () => {
    expect((await refusalOf(harness.book({ date: day(39), start: 600, source: 7 as AppointmentSource }))).code).toBe(
      ErrorCode.PARAMS_INVALID,
    );
  });

  test("overbook-and-offhours-permission: a full slot is 51051 and names the conflict and other free times", async () => {
    const first = await harness.book({ date: day(2), start: 600 });
    const refusal = await refusalOf(harness.book({ date: day(2), start: 630, petId: "20" }, groomer));
    expect(refusal.code).toBe(ErrorCode.SLOT_FULL);
    expect(refusal.message).toBe("This slot is already full. You do not have permission to overbook.");
    expect(refusal.options.conflict).toMatchObject({ kind: "conflict with existing booking", appointmentId: first.id, staffId: "1" });
    const next = refusal.options.conflict?.nextFree ?? [];
    expect(next).toHaveLength(5);
    for (const free of next) expect([free.date, free.endTime <= 600 || free.startTime >= 660]).toEqual([day(2), true]);
    const owner = await refusalOf(harness.book({ date: day(2), start: 630, petId: "20" }));
    expect(owner.message).toBe("This slot is already full. You can overbook it if you give a reason.");
    await harness.book({ date: day(2), start: next[0]!.startTime, staffId: next[0]!.staffId, petId: "20" });
  });

  test.each([
    ["before they begin", day(3), 500],
    ["on a Sunday", "2031-01-05", 600],
  ])("overbook-and-offhours-permission: outside working hours is 51052, %s", async (_, date, start) => {
    const refusal = await refusalOf(harness.book({ date, start }, groomer));
    expect(refusal.code).toBe(ErrorCode.OUTSIDE_WORKING_HOURS);
    expect(refusal.message).toBe(
      "This time is outside of the working hours. You do not have permission to book. Please select available time for the appointment.",
    );
    expect(refusal.options.conflict).toMatchObject({ kind: "not working at this time" });
    expect(refusal.options.conflict?.nextFree.length).toBeGreaterThan(0);
  });

  test("overbook-and-offhours-permission: the owner may, when asked for with a reason, and the appointment is marked", async () => {
    await harness.book({ date: day(4), start: 600 });
    const second = await harness.book({ date: day(4), start: 600, petId: "20", override });
    expect(second).toMatchObject({ overbooked: true, outOfHours: false, overrideReason: "the owner asked for it" });
    const late = await harness.book({ date: day(4), start: 1200, override });
    expect(late).toMatchObject({ overbooked: false, outOfHours: true });
    const free = await harness.book({ date: day(4), start: 700, override });
    expect(free).toMatchObject({ overbooked: false, outOfHours: false, overrideReason: "" });
  });

  test("overbook-and-offhours-permission: asking is not enough without the permission, and a reason is needed", async () => {
    await harness.book({ date: day(5), start: 600 });
    const denied = await refusalOf(harness.book({ date: day(5), start: 600, override }, groomer));
    expect(denied.code).toBe(ErrorCode.SLOT_FULL);
    const hours = await refusalOf(
      harness.book({ date: day(5), start: 1200, override }, { ...groomer, permissions: [...groomer.permissions, Permission.OVERBOOK] }),
    );
    expect(hours.code).toBe(ErrorCode.OUTSIDE_WORKING_HOURS);
    const silent = await refusalOf(harness.book({ date: day(5), start: 600, override: { ...override, reason: "" } }));
    expect(silent.code).toBe(ErrorCode.PARAMS_INVALID);
  });

  test.each([
    ["client", { petId: "9990" }, ErrorCode.CUSTOMER_NOT_FOUND],
    ["pet of another client", { customerId: "2" }, ErrorCode.PET_NOT_FOUND],
    ["service", { petServices: [{ petId: "10", services: [{ serviceId: "99" }] }] }, ErrorCode.SERVICE_NOT_FOUND],
    ["service, but a group class", { petServices: [{ petId: "10", services: [{ serviceId: "89" }] }] }, ErrorCode.PARAMS_INVALID],
    ["staff member", { staffId: "901" }, ErrorCode.NOT_FOUND],
  ])("not-found-30003-30005: unknown %s", async (_, change, code) => {
    expect((await refusalOf(harness.book({ date: day(6), start: 600, ...change }))).code).toBe(code);
  });

  test("placeholder-staff: without staff an appointment is with -10 and takes nobody's time", async () => {
    const twice = [
      await harness.book({ date: day(7), start: 600, staffId: "0" }),
      await harness.book({ date: day(7), start: 600, staffId: "-10" }),
    ];
    expect(twice.map((appointment) => appointment.staffId)).toEqual(["-10", "-10"]);
  });

  test("two pets with two people: each has a card, and both people's time is taken", async () => {
    const petServices = [
      { petId: "10", services: [{ serviceId: "1" }, { serviceId: "2", staffId: "2" }] },
      { petId: "11", services: [{ serviceId: "1" }] },
    ];
    const appointment = await harness.book({ date: day(8), start: 600, petServices });
    expect(appointment.petServiceList.map((line) => [line.petId, line.staffId, line.startTime])).toEqual([
      ["10", "1", 600],
      ["10", "2", 660],
      ["11", "1", 660],
    ]);
    for (const [staffId, start] of [
      ["1", 690],
      ["2", 690],
    ] as const) {
      expect((await refusalOf(harness.book({ date: day(8), start, staffId, petId: "20" }))).code).toBe(ErrorCode.SLOT_FULL);
    }
    await harness.book({ date: day(8), start: 600, staffId: "2", petId: "20" });
  });

  test("the same key books once and answers the same, also at the same time; another body under it is refused", async () => {
    const wish = { date: day(9), start: 600, key: "key-1" };
    const answers = await Promise.all([harness.book(wish), harness.book(wish), harness.book(wish)]);
    const later = await harness.book(wish);
    expect(new Set([...answers, later].map((appointment) => appointment.id)).size).toBe(1);
    expect(later).toEqual(answers[0]);
    expect((await refusalOf(harness.book({ ...wish, start: 900 }))).code).toBe(ErrorCode.IDEMPOTENCY_KEY_REUSED);
  });

  test("another company sees nothing of it, and has the same people's time for itself", async () => {
    const appointment = await harness.book({ date: day(10), start: 600 });
    const other = { companyId: "2", businessId: "1" };
    expect((await refusalOf(harness.client(AppointmentService, other).getAppointment({ id: appointment.id }))).code).toBe(
      ErrorCode.APPOINTMENT_NOT_FOUND,
    );
    expect((await refusalOf(harness.client(AppointmentService, other).cancelAppointment({ id: appointment.id }))).code).toBe(
      ErrorCode.APPOINTMENT_NOT_FOUND,
    );
    expect((await harness.book({ date: day(10), start: 600 }, other)).id).not.toBe(appointment.id);
    const elsewhere = { businessId: "2", businessIds: ["2"] };
    expect((await refusalOf(harness.client(AppointmentService, elsewhere).getAppointment({ id: appointment.id }))).code).toBe(
      ErrorCode.APPOINTMENT_NOT_FOUND,
    );
  });

  test("minutes that the clock skips cannot be booked, not even with an override", async () => {
    // Los Angeles, Sunday 2031-03-09: 02:00 to 03:00 does not exist.
    const refusal = await refusalOf(harness.book({ date: "2031-03-09", start: 120, override }));
    expect([refusal.code, refusal.options.facts?.why]).toEqual([ErrorCode.OUTSIDE_WORKING_HOURS, "clockChange"]);
    const across = await harness.book({ date: "2031-11-02", start: 30, duration: 90, override });
    expect(Number(across.endAt!.seconds - across.startAt!.seconds) / 60).toBe(150);
  });

  test("one commit, ten statements, five round trips a booking", async () => {
    const { runtime } = harness;
    await harness.book({ date: day(11), start: 540, key: "warm" });
    const before = runtime("calendar").counters.statements;
    await harness.book({ date: day(11), start: 600, key: "count" });
    // Who the staff are is one read before; then claim, lock, look, write, and commit with event, log and answer.
    expect(runtime("calendar").counters.statements - before).toBeLessThanOrEqual(6);
  });

  test("a malformed booking is refused by its declaration", async () => {
    const client = harness.client(AppointmentService);
    const { startTime: _, ...missing } = request({ date: day(12), start: 0 });
    expect((await refusalOf(client.bookAppointment(missing))).options.fields?.[0]?.field).toBe("startTime");
    expect((await refusalOf(client.bookAppointment({ ...missing, startTime: 1440 }))).code).toBe(ErrorCode.PARAMS_INVALID);
    expect((await refusalOf(harness.book({ date: day(12), start: 1430, override }))).code).toBe(ErrorCode.PARAMS_INVALID);
  });
});
