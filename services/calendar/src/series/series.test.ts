import { fromBinary } from "@bufbuild/protobuf";
import { ErrorCode, fromWireDate, toWireDate } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { ServiceStart } from "@leashline/proto/leashline/calendar/v1/appointment_booking_pb.js";
import { AppointmentStatus, RepeatModifyType } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { BlockSeriesService } from "@leashline/proto/leashline/calendar/v1/block_series_service_pb.js";
import { BlockService } from "@leashline/proto/leashline/calendar/v1/block_service_pb.js";
import { AppointmentBookedSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { RepeatFrequency, RepeatMonthDay, SeriesService } from "@leashline/proto/leashline/calendar/v1/series_service_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Harness, openHarness } from "../../test/harness.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness.stop());

const api = (caller = {}, options = {}) => harness.client(SeriesService, caller, options);
const appointments = () => harness.client(AppointmentService);
// Wednesdays far ahead: everybody works 9 to 6.
const day = (n: number) => Temporal.PlainDate.from("2033-01-05").add({ weeks: n }).toString();
const weekly = (count: number) => ({ frequency: RepeatFrequency.WEEK, interval: 1, ends: { case: "count" as const, value: count } });
const dayOf = (one: { appointmentDate?: Parameters<typeof fromWireDate>[0] }) => fromWireDate(one.appointmentDate, "appointmentDate");
const { THIS_AND_FOLLOWING, ALL, ONLY_THIS } = RepeatModifyType;

async function repeated(first: number, count: number, wish = {}) {
  const source = await harness.book({ date: day(first), start: 600, ...wish });
  const made = await api().createSeries({ appointmentId: source.id, rule: weekly(count) });
  return { source, ...made };
}

test("a preview names each further date and what is in its way, and books nothing", async () => {
  const source = await harness.book({ date: day(0), start: 600, alertNotes: "Bites" });
  const other = await harness.book({ date: day(2), start: 630, petId: "20" });
  const asked = { appointmentId: source.id, rule: weekly(4) };
  const { dates } = await api().previewSeries(asked);
  expect(dates.map((one) => [fromWireDate(one.date, "date"), one.conflict, one.conflictAppointmentId])).toEqual([
    [day(1), "", "0"],
    [day(2), "conflict with existing booking", other.id],
    [day(3), "", "0"],
  ]);
  const refusal = await refusalOf(api().createSeries(asked));
  expect([refusal.code, refusal.options.facts?.date, refusal.options.conflict?.appointmentId]).toEqual([
    ErrorCode.SLOT_FULL,
    day(2),
    other.id,
  ]);
  await harness.book({ date: day(1), start: 600, petId: "20" }).then(({ id }) => appointments().cancelAppointment({ id }));

  const { repeatId, appointments: booked } = await api().createSeries({ ...asked, skipDates: [toWireDate(day(2))] });
  expect(booked.map(dayOf)).toEqual([day(1), day(3)]);
  expect(booked[0]).toMatchObject({ repeatId, startTime: 600, endTime: 660, alertNotes: "Bites", status: AppointmentStatus.UNCONFIRMED });
  const kept = await api().getSeries({ appointmentId: source.id });
  expect(kept.appointments.map((one) => [dayOf(one), one.repeatId])).toEqual([0, 1, 3].map((n) => [day(n), repeatId]));
  expect(kept.rule).toMatchObject({ interval: 1, ends: { case: "count", value: 4 } });
});

test("a visit at which one person does two things at once has that in its way on every date, as where it is booked", async () => {
  const services = [
    { serviceId: "1", staffId: "1" },
    { serviceId: "1", staffId: "1", serviceStart: ServiceStart.SAME_TIME },
  ];
  const override = { overbook: true, reason: "One dries meanwhile" };
  const source = await harness.book({ date: day(180), start: 600, petServices: [{ petId: "10", services }], override });
  const asked = { appointmentId: source.id, rule: weekly(2) };
  const { dates } = await api().previewSeries(asked);
  expect(dates.map(({ conflict }) => conflict)).toEqual(["conflict with existing booking"]);
  expect((await refusalOf(api().createSeries(asked))).options.facts).toMatchObject({ why: "twice", date: day(181) });
  await appointments().cancelAppointment({ id: source.id });
});

test("a date that lies under a block says what the block is for", async () => {
  const source = await harness.book({ date: day(170), start: 600 });
  await harness
    .client(BlockService)
    .createBlock({ staffId: "1", date: toWireDate(day(171)), startTime: 630, endTime: 660, description: "Dentist" });
  const { dates } = await api().previewSeries({ appointmentId: source.id, rule: weekly(3) });
  expect(dates.map(({ conflict, note }) => [conflict, note])).toEqual([
    ["conflict with blocked time", "Dentist"],
    ["", ""],
  ]);
});

test("the client hears of one of the appointments, and the local time stays over the change of the clock", async () => {
  const { appointments: booked } = await repeated(8, 4, { start: 620 });
  const { rows } = await harness.admin.query("select payload from calendar.outbox where aggregate = any($1) and type = $2", [
    booked.map(({ id }) => id),
    AppointmentBookedSchema.typeName,
  ]);
  expect(rows.map((row) => fromBinary(AppointmentBookedSchema, row.payload).appointment?.toldWithAnother)).toEqual([true, true, true]);
  // 10:20 in Los Angeles: 18:20 by UTC in winter, 17:20 in summer.
  const hours = booked.map(({ startAt }) => new Date(Number(startAt?.seconds) * 1000).toISOString().slice(11, 16));
  expect([booked.map(({ startTime }) => startTime), hours]).toEqual([
    [620, 620, 620],
    ["18:20", "17:20", "17:20"],
  ]);
});

test("asked twice under one key it is booked once; a second series of the same appointment is refused", async () => {
  const source = await harness.book({ date: day(20), start: 600 });
  const asked = { appointmentId: source.id, rule: weekly(3) };
  const once = { idempotencyKey: "series-1" };
  const [one, two] = await Promise.all([api({}, once).createSeries(asked), api({}, once).createSeries(asked)]);
  expect(two).toEqual(one);
  expect((await refusalOf(api().createSeries(asked))).code).toBe(ErrorCode.STATE_CONFLICT);
  expect((await api().getSeries({ appointmentId: source.id })).appointments).toHaveLength(3);
});

test("this and those that follow move in time and to another person, and back again with undo", async () => {
  const { source, appointments: booked } = await repeated(30, 4);
  const from = booked[0]!.id;
  const { appointments: changed } = await api().changeSeries({
    appointmentId: from,
    type: THIS_AND_FOLLOWING,
    startTime: 700,
    staffId: "2",
    alertNotes: "Muzzle",
  });
  expect(changed.map((one) => [dayOf(one), one.startTime, one.staffId, one.alertNotes])).toEqual(
    [31, 32, 33].map((n) => [day(n), 700, "2", "Muzzle"]),
  );
  expect((await appointments().getAppointment({ id: source.id })).appointment).toMatchObject({ startTime: 600, staffId: "1" });
  await harness.book({ date: day(31), start: 600, petId: "20" });
  const changes = changed.map(({ id, version }) => ({ id, version }));
  const taken = await refusalOf(api().undoSeriesChange({ changes }));
  expect([taken.code, taken.options.facts?.date]).toEqual([ErrorCode.SLOT_FULL, day(31)]);
  expect((await api().getSeries({ appointmentId: source.id })).appointments.map(({ startTime }) => startTime)).toEqual([
    600, 700, 700, 700,
  ]);
  const back = await api().undoSeriesChange({ changes: changes.slice(1) });
  expect(back.appointments.map((one) => [one.startTime, one.staffId, one.alertNotes])).toEqual([
    [600, "1", ""],
    [600, "1", ""],
  ]);
  expect((await refusalOf(api().undoSeriesChange({ changes: changes.slice(1) }))).code).toBe(ErrorCode.UNDO_EXPIRED);
});

test("a series moves by whole weeks past itself; one date that cannot be had leaves all where they were", async () => {
  const { source } = await repeated(40, 3);
  const { appointments: moved } = await api().changeSeries({ appointmentId: source.id, type: ALL, moveDays: 7 });
  expect(moved.map(dayOf)).toEqual([day(41), day(42), day(43)]);
  await harness.book({ date: day(42), start: 660, petId: "20" });
  const refusal = await refusalOf(api().changeSeries({ appointmentId: source.id, type: ALL, startTime: 630 }));
  expect([refusal.code, refusal.options.facts?.date]).toEqual([ErrorCode.SLOT_FULL, day(42)]);
  expect((await api().getSeries({ appointmentId: source.id })).appointments.map(({ startTime }) => startTime)).toEqual([600, 600, 600]);
  const back = await api().changeSeries({ appointmentId: source.id, type: ALL, moveDays: -7 });
  expect(back.appointments.map(dayOf)).toEqual([day(40), day(41), day(42)]);
});

test("cancelled from one on; what is finished stays, and the booking of a series is taken back as one", async () => {
  const { source, appointments: booked } = await repeated(50, 4);
  await appointments().updateStatus({ id: booked[1]!.id, status: AppointmentStatus.FINISHED });
  const { appointments: gone } = await api().cancelSeries({
    appointmentId: booked[0]!.id,
    type: THIS_AND_FOLLOWING,
    cancelReason: "moved away",
  });
  expect(gone.map((one) => [dayOf(one), one.status, one.cancelReason])).toEqual([
    [day(51), AppointmentStatus.CANCELLED, "moved away"],
    [day(53), AppointmentStatus.CANCELLED, "moved away"],
  ]);
  expect((await refusalOf(api().changeSeries({ appointmentId: booked[0]!.id, type: ONLY_THIS, startTime: 700 }))).code).toBe(
    ErrorCode.APPOINTMENT_STATUS_INVALID,
  );
  await api().undoSeriesChange({ changes: gone.map(({ id, version }) => ({ id, version })) });
  const { UNCONFIRMED, FINISHED } = AppointmentStatus;
  const now = (await api().getSeries({ appointmentId: source.id })).appointments.map(({ status }) => status);
  expect(now).toEqual([UNCONFIRMED, UNCONFIRMED, FINISHED, UNCONFIRMED]);

  const second = await repeated(60, 3);
  await api().undoSeriesChange({ changes: second.appointments.map(({ id, version }) => ({ id, version })) });
  await harness.book({ date: day(61), start: 600, petId: "20" });
});

test("a series taken back leaves no trace on the visit it began with, which can repeat again; so does undo of its own entry", async () => {
  const visitOf = async (id: string) => (await appointments().getAppointment({ id })).appointment;
  const { source, appointments: booked } = await repeated(120, 4);
  await appointments().updateAppointment({ id: source.id, alertNotes: "Muzzle" });
  const changes = booked.map(({ id, version }) => ({ id, version }));
  // One of them was moved, and stands again as it was booked.
  const id = booked[0]?.id ?? "0";
  await appointments().rescheduleCard({ appointmentId: id, staffId: "1", startTime: 780 });
  await appointments().undoChange({ id });
  expect((await api().undoSeriesChange({ changes })).appointments).toHaveLength(4);
  expect(await visitOf(source.id)).toMatchObject({ repeatId: "0", alertNotes: "Muzzle", startTime: 600 });
  expect((await refusalOf(api().getSeries({ appointmentId: source.id }))).code).toBe(ErrorCode.NOT_FOUND);
  const again = await api().createSeries({ appointmentId: source.id, rule: weekly(2) });
  expect(again.appointments.map(dayOf)).toEqual([day(121)]);
  await appointments().undoChange({ id: source.id });
  expect(await visitOf(source.id)).toMatchObject({ repeatId: "0", status: AppointmentStatus.UNCONFIRMED });

  const some = await repeated(130, 4);
  await api().undoSeriesChange({ changes: some.appointments.slice(1).map(({ id, version }) => ({ id, version })) });
  expect((await visitOf(some.source.id))?.repeatId).toBe(some.repeatId);
});

test("who cancels a series as it was seen before somebody changed it is refused, and so is who deletes such a visit or block", async () => {
  const { source } = await repeated(140, 2);
  const stale = { version: source.version, type: ALL };
  expect((await refusalOf(api().cancelSeries({ appointmentId: source.id, ...stale }))).code).toBe(ErrorCode.VERSION_CONFLICT);
  expect((await refusalOf(appointments().deleteAppointment({ id: source.id, version: source.version }))).code).toBe(
    ErrorCode.VERSION_CONFLICT,
  );
  expect((await api().getSeries({ appointmentId: source.id })).appointments.map((one) => one.status)).toEqual(
    [0, 1].map(() => AppointmentStatus.UNCONFIRMED),
  );
  const blocks = harness.client(BlockService);
  const made = await blocks.createBlock({ staffId: "1", date: toWireDate(day(143)), startTime: 630, endTime: 660 });
  const { id = "0", version } = made.block ?? {};
  const { block } = await blocks.updateBlock({ id, endTime: 690 });
  expect((await refusalOf(blocks.deleteBlock({ id, version: version ?? 0 }))).code).toBe(ErrorCode.VERSION_CONFLICT);
  expect((await refusalOf(harness.client(BlockSeriesService).deleteBlockSeries({ id, version: version ?? 0 }))).code).toBe(
    ErrorCode.VERSION_CONFLICT,
  );
  await blocks.deleteBlock({ id, version: block?.version ?? 0 });
  await appointments().deleteAppointment({ id: source.id, version: source.version + 1 });
});

test("what cannot repeat is refused with the field and the reason", async () => {
  const { id } = await harness.book({ date: day(70), start: 600 });
  const asked = (rule: object) => refusalOf(api().createSeries({ appointmentId: id, rule: { ...weekly(2), ...rule } }));
  const many = await asked({ frequency: RepeatFrequency.MONTH, interval: 99 });
  expect([many.code, many.options.fields?.[0]?.field]).toEqual([ErrorCode.PARAMS_INVALID, "rule"]);
  const none = await asked({ ends: { case: "until", value: toWireDate(day(70)) } });
  expect(none.options.fields?.[0]?.reason).toBe("gives no date after the first");
  // A rule of another frequency would not listen to these.
  for (const [wrong, field] of [
    [{ frequency: RepeatFrequency.DAY, weekdays: [1, 3] }, "rule.weekdays"],
    [{ monthDay: RepeatMonthDay.WEEKDAY }, "rule.monthDay"],
    [{ frequency: 4 }, "rule.frequency"],
  ] as const) {
    const { code, options } = await asked(wrong);
    expect([code, options.fields?.[0]?.field]).toEqual([ErrorCode.PARAMS_INVALID, field]);
  }
  expect((await asked({ interval: 0 })).code).toBe(ErrorCode.PARAMS_INVALID);
  expect((await asked({ ends: { case: undefined } })).code).toBe(ErrorCode.PARAMS_INVALID);
  expect((await refusalOf(api().getSeries({ appointmentId: id }))).code).toBe(ErrorCode.NOT_FOUND);
  await appointments().cancelAppointment({ id });
  expect((await asked({})).code).toBe(ErrorCode.APPOINTMENT_STATUS_INVALID);
});

test("another company, another location and who may not book get nothing and change nothing", async () => {
  const { source } = await repeated(80, 2);
  const stranger = { companyId: "2", businessId: "1" };
  const asked = { appointmentId: source.id, type: ALL, startTime: 700 };
  expect((await refusalOf(api(stranger).getSeries({ appointmentId: source.id }))).code).toBe(ErrorCode.APPOINTMENT_NOT_FOUND);
  expect((await refusalOf(api(stranger).changeSeries(asked))).code).toBe(ErrorCode.APPOINTMENT_NOT_FOUND);
  expect((await refusalOf(api(stranger).undoSeriesChange({ changes: [{ id: source.id, version: 2 }] }))).code).toBe(
    ErrorCode.APPOINTMENT_NOT_FOUND,
  );
  const groomer = { permissions: [Permission.CREATE_AND_EDIT_TICKET], staffId: "5", employeeCategory: 0 };
  expect((await refusalOf(api(groomer).changeSeries(asked))).message).toBe("Please request edit access from the business owner.");
  expect((await api().getSeries({ appointmentId: source.id })).appointments.map(({ startTime }) => startTime)).toEqual([600, 600]);
  expect((await refusalOf(api(groomer).cancelSeries(asked))).code).toBe(ErrorCode.NO_PERMISSION);
  const { id } = await harness.book({ date: day(84), start: 600 });
  expect((await refusalOf(api(groomer).createSeries({ appointmentId: id, rule: weekly(2) }))).message).toBe(
    "Please request edit access from the business owner.",
  );
  const own = { ...groomer, staffId: "1" };
  expect((await api(own).createSeries({ appointmentId: id, rule: weekly(2) })).appointments).toHaveLength(1);
});

test("of two who repeat, change or cancel the same at once, the second hears that it is done already, and nothing is there twice", async () => {
  const source = await harness.book({ date: day(90), start: 600 });
  const outcomes = async (calls: readonly Promise<unknown>[]) => (await Promise.allSettled(calls)).map(({ status }) => status).sort();
  const repeat = () => api().createSeries({ appointmentId: source.id, rule: weekly(4) });
  expect(await outcomes([repeat(), repeat()])).toEqual(["fulfilled", "rejected"]);
  const members = async () => (await api().getSeries({ appointmentId: source.id })).appointments;
  const { version = 0 } = (await members())[0] ?? {};
  const change = (startTime: number) => api().changeSeries({ appointmentId: source.id, version, type: ALL, startTime });
  expect(await outcomes([change(640), change(700)])).toEqual(["fulfilled", "rejected"]);
  expect(new Set((await members()).map(({ startTime }) => startTime)).size).toBe(1);
  const cancel = () => api().cancelSeries({ appointmentId: source.id, type: ALL });
  expect(await outcomes([cancel(), cancel()])).toEqual(["fulfilled", "rejected"]);
});
