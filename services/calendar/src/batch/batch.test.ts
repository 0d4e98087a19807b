import { fromBinary } from "@bufbuild/protobuf";
import { ErrorCode, fromWireDate, toWireDate } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { ServiceStart } from "@leashline/proto/leashline/calendar/v1/appointment_booking_pb.js";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { BatchAct, BatchService } from "@leashline/proto/leashline/calendar/v1/batch_service_pb.js";
import {
  type AppointmentBookedSchema,
  AppointmentCancelledSchema,
  AppointmentChangedSchema,
} from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { SeriesService } from "@leashline/proto/leashline/calendar/v1/series_service_pb.js";
import { AbsencePlan, StaffAppointmentService } from "@leashline/proto/leashline/calendar/v1/staff_appointment_service_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Harness, openHarness } from "../../test/harness.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness(["1", "2", "3"]);
});
afterAll(() => harness.stop());

const batch = (caller = {}, options = {}) => harness.client(BatchService, caller, options);
const appointments = () => harness.client(AppointmentService);
// Wednesdays far ahead: everybody works 9 to 6.
const day = (n: number) => Temporal.PlainDate.from("2034-01-04").add({ weeks: n }).toString();
const dayOf = (date: Parameters<typeof fromWireDate>[0]) => fromWireDate(date, "date");
const read = async (id: string) => (await appointments().getAppointment({ id })).appointment;
const undo = (changed: readonly { id: string; version: number }[]) =>
  harness.client(SeriesService).undoSeriesChange({ changes: changed.map(({ id, version }) => ({ id, version })) });
type Event = typeof AppointmentBookedSchema | typeof AppointmentCancelledSchema | typeof AppointmentChangedSchema;

/** Whether the client is told with another one, of the newest event of each. */
async function told(schema: Event, ids: readonly string[]): Promise<(boolean | undefined)[]> {
  const { rows } = await harness.admin.query(
    "select distinct on (aggregate) aggregate, payload from calendar.outbox where aggregate = any($1) and type = $2 order by aggregate, id desc",
    [ids, schema.typeName],
  );
  const byId = new Map(rows.map((row) => [row.aggregate, fromBinary(schema, row.payload).appointment?.toldWithAnother]));
  return ids.map((id) => byId.get(id));
}

test("two of them change places in one act, which one undo takes back; each client hears once", async () => {
  const first = await harness.book({ date: day(0), start: 600, petId: "10" });
  const second = await harness.book({ date: day(0), start: 660, petId: "20" });
  const third = await harness.book({ date: day(0), start: 720, petId: "11" });
  const places = [
    { appointmentId: first.id, startTime: 660, version: first.version },
    { appointmentId: second.id, startTime: 600, version: second.version },
    { appointmentId: third.id, staffId: "2", version: third.version },
  ];
  const { rows } = await batch().previewBatch({ act: BatchAct.RESCHEDULE, places });
  expect(rows.map((row) => [row.startTime, row.staffId, row.conflict])).toEqual([
    [660, "1", undefined],
    [600, "1", undefined],
    [720, "2", undefined],
  ]);
  const { appointments: moved } = await batch().batchReschedule({ places });
  expect(moved.map((one) => [one.id, one.startTime, one.staffId])).toEqual([
    [first.id, 660, "1"],
    [second.id, 600, "1"],
    [third.id, 720, "2"],
  ]);
  expect(await told(AppointmentChangedSchema, [first.id, second.id, third.id])).toEqual([false, false, true]);
  await undo(moved);
  expect((await Promise.all([first, second, third].map(({ id }) => read(id)))).map((one) => [one?.startTime, one?.staffId])).toEqual([
    [600, "1"],
    [660, "1"],
    [720, "1"],
  ]);
});

test("what is in the way is said for each, with what is free when the others are in their places; then none is moved", async () => {
  const one = await harness.book({ date: day(1), start: 600, petId: "10" });
  const two = await harness.book({ date: day(1), start: 660, petId: "20" });
  const other = await harness.book({ date: day(2), start: 660, petId: "30" });
  const places = [one, two].map(({ id, version }) => ({ appointmentId: id, version, startDate: toWireDate(day(2)) }));
  const { rows } = await batch().previewBatch({ act: BatchAct.RESCHEDULE, places });
  expect(rows.map((row) => [dayOf(row.startDate), row.conflict?.kind, row.conflict?.appointmentId])).toEqual([
    [day(2), undefined, undefined],
    [day(2), "conflict with existing booking", other.id],
  ]);
  const offered = rows[1]?.conflict?.nextFree.map(({ staffId, date, startTime }) => `${staffId} ${date} ${startTime}`);
  expect(offered).toHaveLength(5);
  expect(offered).not.toContain(`1 ${day(2)} 600`);
  expect((await refusalOf(batch().batchReschedule({ places }))).code).toBe(ErrorCode.SLOT_FULL);
  expect((await read(one.id))?.appointmentDate).toEqual(one.appointmentDate);

  const anyway = { overbook: true, outsideWorkingHours: false, reason: "asked for" };
  const [free, taken] = places;
  const { appointments: moved } = await batch().batchReschedule({ places: [free!, { ...taken!, override: anyway }] });
  expect(moved.map((appointment) => appointment.overbooked)).toEqual([false, true]);
  const without = batch({ permissions: [Permission.CREATE_AND_EDIT_TICKET, Permission.EDIT_TICKET] });
  const back = moved.map(({ id, version }) => ({
    appointmentId: id,
    version,
    startDate: toWireDate(day(2)),
    startTime: 660,
    override: anyway,
  }));
  expect((await refusalOf(without.batchReschedule({ places: back }))).code).toBe(ErrorCode.SLOT_FULL);
});

test("one that somebody changed, is over, or is named twice leaves all as they were", async () => {
  const one = await harness.book({ date: day(3), start: 600, petId: "10" });
  const two = await harness.book({ date: day(3), start: 660, petId: "20" });
  const stale = [one, two].map(({ id, version }) => ({ appointmentId: id, version: version + (id === two.id ? 1 : 0), startTime: 900 }));
  expect((await refusalOf(batch().batchReschedule({ places: stale }))).code).toBe(ErrorCode.VERSION_CONFLICT);
  const twice = [one, one].map(({ id }) => ({ appointmentId: id, startTime: 900 }));
  expect((await refusalOf(batch().batchReschedule({ places: twice }))).code).toBe(ErrorCode.PARAMS_INVALID);
  await appointments().cancelAppointment({ id: two.id });
  const targets = [one, two].map(({ id }) => ({ appointmentId: id }));
  expect((await refusalOf(batch().batchCancel({ targets }))).code).toBe(ErrorCode.APPOINTMENT_STATUS_INVALID);
  expect((await read(one.id))?.status).toBe(AppointmentStatus.UNCONFIRMED);
  const elsewhere = { businessId: "2", businessIds: ["2"] };
  expect((await refusalOf(batch(elsewhere).batchCancel({ targets: targets.slice(0, 1) }))).code).toBe(ErrorCode.APPOINTMENT_NOT_FOUND);
});

test("several are canceled at once: one reason, each client told once, one undo", async () => {
  const booked = [
    await harness.book({ date: day(4), start: 600, petId: "10" }),
    await harness.book({ date: day(4), start: 660, petId: "11" }),
    await harness.book({ date: day(4), start: 720, petId: "20" }),
  ];
  const targets = booked.map(({ id, version }) => ({ appointmentId: id, version }));
  const { appointments: gone } = await batch().batchCancel({ targets, cancelReason: "No water today" });
  expect(gone.map((one) => [one.status, one.cancelReason])).toEqual(booked.map(() => [AppointmentStatus.CANCELLED, "No water today"]));
  expect(
    await told(
      AppointmentCancelledSchema,
      booked.map(({ id }) => id),
    ),
  ).toEqual([false, true, false]);
  const { appointments: back } = await undo(gone);
  expect(back.map((one) => [one.status, one.startTime])).toEqual(booked.map((one) => [AppointmentStatus.UNCONFIRMED, one.startTime]));
});

test("several are booked again as they were, new and unconfirmed; what is taken or gone refuses all", async () => {
  const price = { currencyCode: "USD", units: "42", nanos: 0 };
  const petServices = [{ petId: "10", services: [{ serviceId: "1", duration: 90, price: { ...price, units: 42n } }] }];
  const one = await harness.book({ date: day(5), start: 600, petServices, alertNotes: "Bites" });
  const two = await harness.book({ date: day(5), start: 720, petId: "20" });
  await appointments().updateStatus({ id: one.id, status: AppointmentStatus.FINISHED });
  const places = [one, two].map(({ id }) => ({ appointmentId: id, startDate: toWireDate(day(9)) }));
  const { appointments: copies } = await batch({}, { idempotencyKey: "again" }).batchBookAgain({ places });
  expect(copies.map((copy) => [dayOf(copy.appointmentDate), copy.startTime, copy.endTime, copy.status, copy.alertNotes])).toEqual([
    [day(9), 600, 690, AppointmentStatus.UNCONFIRMED, "Bites"],
    [day(9), 720, 780, AppointmentStatus.UNCONFIRMED, ""],
  ]);
  expect(copies[0]?.petServiceList[0]?.price?.units).toBe(42n);
  expect((await batch({}, { idempotencyKey: "again" }).batchBookAgain({ places })).appointments).toEqual(copies);
  expect((await refusalOf(batch().batchBookAgain({ places }))).code).toBe(ErrorCode.SLOT_FULL);
  const { rows } = await batch().previewBatch({ act: BatchAct.BOOK_AGAIN, places });
  expect(rows.map((row) => row.conflict?.appointmentId)).toEqual(copies.map(({ id }) => id));
  await undo(copies);
  expect((await read(copies[0]!.id))?.status).toBe(AppointmentStatus.CANCELLED);
});

test("somebody is away for a day: who takes which is planned, carried out in one act, and taken back", async () => {
  const date = day(12);
  const nine = await harness.book({ date, start: 540, staffId: "1", petId: "10" });
  const ten = await harness.book({ date, start: 600, staffId: "1", petId: "20" });
  const eleven = await harness.book({ date, start: 660, staffId: "1", petId: "30" });
  const taken = [
    await harness.book({ date, start: 540, staffId: "2", petId: "40", duration: 120 }),
    await harness.book({ date, start: 600, staffId: "3", petId: "50" }),
  ];
  const plans = harness.client(StaffAppointmentService);
  const asked = { staffId: "1", startDate: toWireDate(date) };
  const { rows, more } = await plans.planStaffAbsence({ ...asked, plan: AbsencePlan.OTHER_STAFF });
  expect(more).toBe(false);
  expect(rows.map((row) => [row.appointment?.id, row.staffId, row.startTime, row.conflict?.kind])).toEqual([
    [nine.id, "3", 540, undefined],
    [ten.id, "0", 600, "conflict with existing booking"],
    [eleven.id, "2", 660, undefined],
  ]);
  // Free times are those of others; whoever is away is offered on no such day.
  const offered = rows[1]?.conflict?.nextFree ?? [];
  expect(offered.length).toBeGreaterThan(0);
  expect(offered.some((free) => free.staffId === "1" && free.date === date)).toBe(false);
  const [offer] = offered;
  const places = rows.map(({ appointment, originalStaffId, staffId, startDate, startTime }) => ({
    appointmentId: appointment!.id,
    version: appointment!.version,
    originalStaffId,
    ...(staffId === "0"
      ? { staffId: offer!.staffId, startDate: toWireDate(offer!.date), startTime: offer!.startTime }
      : { staffId, startDate: startDate!, startTime }),
  }));
  const { appointments: moved } = await batch().batchReschedule({ places });
  expect(moved.map(({ staffId }) => staffId).includes("1")).toBe(false);
  expect((await plans.planStaffAbsence(asked)).rows).toEqual([]);
  await undo(moved);
  const later = await plans.planStaffAbsence({ ...asked, plan: AbsencePlan.OTHER_DAYS });
  expect(later.rows.map((row) => [row.staffId, dayOf(row.startDate), row.startTime])).toEqual(
    [540, 600, 660].map((start) => ["1", Temporal.PlainDate.from(date).add({ days: 1 }).toString(), start]),
  );
  const other = await plans.planStaffAbsence({ ...asked, toStaffIds: ["2"] });
  expect(other.rows.map((row) => row.staffId)).toEqual(["0", "0", "2"]);
  expect(taken.length).toBe(2);
});

test("who does another part of the visit at that time is in the way of taking it over, as when it is carried out; what was at once before is not", async () => {
  const [date, later] = [day(70), day(71)];
  const services = [
    { serviceId: "1", staffId: "1" },
    { serviceId: "1", staffId: "2", serviceStart: ServiceStart.SAME_TIME },
  ];
  const override = { overbook: true, reason: "One dries meanwhile" };
  const apart = await harness.book({ date, start: 600, petServices: [{ petId: "10", services }] });
  const asOne = services.map((one) => ({ ...one, staffId: "3" }));
  const atOnce = await harness.book({ date: later, start: 600, petServices: [{ petId: "10", services: asOne }], override });
  const places = [
    { appointmentId: apart.id, staffId: "2", version: apart.version },
    { appointmentId: atOnce.id, startTime: 700, version: atOnce.version },
  ];
  const { rows } = await batch().previewBatch({ act: BatchAct.RESCHEDULE, places });
  expect(rows.map(({ why, conflict }) => [why, conflict?.nextFree])).toEqual([
    ["twice", []],
    ["", undefined],
  ]);
  expect((await refusalOf(batch().batchReschedule({ places }))).options.facts).toMatchObject({ why: "twice" });
  const { appointments: moved } = await batch().batchReschedule({ places: places.slice(1) });
  expect(moved.map(({ startTime }) => startTime)).toEqual([700]);
});

test("two things that one person was let do at once are asked about anew when they are booked again: the preview says so, and it takes a reason", async () => {
  const [date, again] = [day(72), day(73)];
  const services = [
    { serviceId: "1", staffId: "3" },
    { serviceId: "1", staffId: "3", serviceStart: ServiceStart.SAME_TIME },
  ];
  const override = { overbook: true, reason: "One dries meanwhile" };
  const { id } = await harness.book({ date, start: 600, petServices: [{ petId: "10", services }], override });
  const place = { appointmentId: id, startDate: toWireDate(again) };
  const { rows } = await batch().previewBatch({ act: BatchAct.BOOK_AGAIN, places: [place] });
  expect(rows.map(({ why, conflict }) => [why, conflict?.nextFree])).toEqual([["twice", []]]);
  expect((await refusalOf(batch().batchBookAgain({ places: [place] }))).options.facts).toMatchObject({ why: "twice" });
  const { appointments: copies } = await batch().batchBookAgain({ places: [{ ...place, override }] });
  expect(copies).toMatchObject([{ startTime: 600, overbooked: true, overrideReason: "One dries meanwhile" }]);
});
