import { ErrorCode, toWireDate } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { RepeatModifyType } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { BatchService } from "@leashline/proto/leashline/calendar/v1/batch_service_pb.js";
import { RepeatFrequency, SeriesService } from "@leashline/proto/leashline/calendar/v1/series_service_pb.js";
import { LackingReason } from "@leashline/proto/leashline/offering/v1/evaluation_service_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Harness, lacking, openHarness } from "../../test/harness.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness?.stop());
afterEach(() => lacking.clear());

let next = 0;
const day = () => Temporal.PlainDate.from("2036-03-03").add({ weeks: next++ }).toString();
const gated = (petId = "10") => [{ petId, services: [{ serviceId: "92" }] }];
const wish = (more: object = {}) => ({ date: day(), start: 600, petServices: gated(), ...more });
const anyway = (reason = "Knows her well") => ({ withoutEvaluation: true, reason });
const groomer = {
  permissions: [Permission.CREATE_AND_EDIT_TICKET, Permission.VIEW_CALENDAR, Permission.OVERBOOK, Permission.VIEW_CLIENTS_ALL_LOCATIONS],
};
const logOf = async (id: string) =>
  (await harness.client(AppointmentService).listActionLog({ id })).entries.map(({ detail }) => detail).join("\n");

test("a pet without a passed evaluation is refused a service that asks for one, and told which to book; nothing is booked", async () => {
  lacking.set("10", { reason: LackingReason.MISSING });
  const { code, message, options } = await refusalOf(harness.book(wish()));
  expect(code).toBe(ErrorCode.EVALUATION_REQUIRED);
  expect(message).toBe("Pet 10 needs to pass Service 93 before Service 92. Book Service 93 first.");
  expect(options.facts).toMatchObject({ why: "missing", petId: "10", serviceId: "92", evaluationServiceId: "93" });
  lacking.set("10", { reason: LackingReason.EXPIRED, validUntil: toWireDate("2036-01-01") });
  expect((await refusalOf(harness.book(wish()))).options.facts).toMatchObject({ why: "expired", validUntil: "2036-01-01" });
  lacking.clear();
  expect((await harness.book(wish())).petServiceList).toHaveLength(1);
});

test("whoever may book without it goes on with a reason, which the log keeps; anybody else is still refused", async () => {
  lacking.set("10", { reason: LackingReason.FAILED });
  const asked = { override: anyway() };
  expect((await refusalOf(harness.book(wish(asked), groomer))).code).toBe(ErrorCode.EVALUATION_REQUIRED);
  expect((await refusalOf(harness.book(wish({ override: { overbook: true, reason: "full" } })))).code).toBe(ErrorCode.EVALUATION_REQUIRED);
  const { id, overbooked } = await harness.book(wish(asked));
  expect(overbooked).toBe(false);
  expect(await logOf(id)).toContain("Booked Pet 10 without Service 93: Knows her well");
});

test("a service that is added later asks too; what is booked already stays", async () => {
  const booked = await harness.book(wish());
  lacking.set("10", { reason: LackingReason.EXPIRED });
  const appointments = harness.client(AppointmentService);
  const line = booked.petServiceList[0]!;
  const kept = { serviceId: "92", petDetailId: line.petDetailId };
  const update = (services: object[], more: object = {}) =>
    appointments.updateAppointment({ id: booked.id, petServices: [{ petId: "10", services: services as never }], ...more });
  expect((await refusalOf(update([kept, { serviceId: "92" }]))).code).toBe(ErrorCode.EVALUATION_REQUIRED);
  expect((await update([kept, { serviceId: "1" }])).appointment?.petServiceList).toHaveLength(2);
  expect((await update([kept, { serviceId: "92" }], { override: anyway("Trial") })).appointment?.petServiceList).toHaveLength(2);
  expect(await logOf(booked.id)).toContain("Booked Pet 10 without Service 93: Trial");
});

test("quick-add-evaluation-requires: an evaluation is booked for a day and a time in minutes, midnight too; without either it is refused", async () => {
  const petServices = [{ petId: "10", services: [{ serviceId: "93" }] }];
  const book = (more: object) =>
    harness.client(AppointmentService).bookAppointment({ customerId: "1", staffId: "-10", petServices, ...more });
  const fieldOf = async (more: object) => (await refusalOf(book(more))).options.fields?.[0]?.field;
  const appointmentDate = toWireDate(day());
  expect(await fieldOf({ startTime: 540 })).toBe("appointmentDate");
  expect(await fieldOf({ appointmentDate })).toBe("startTime");
  for (const startTime of [540, 0]) {
    const { appointment } = await book({ appointmentDate, startTime });
    expect(appointment?.evaluationServiceList.map((line) => [line.serviceId, line.startTime])).toEqual([["93", startTime]]);
  }
});

const weekly = (count: number) => ({ frequency: RepeatFrequency.WEEK, interval: 1, ends: { case: "count" as const, value: count } });
const later = (date: string, weeks: number) => Temporal.PlainDate.from(date).add({ weeks }).toString();
const expiresOn = (date: string) => lacking.set("10", { reason: LackingReason.EXPIRED, validUntil: toWireDate(date) });
const isRefused = async (call: Promise<unknown>) => expect((await refusalOf(call)).code).toBe(ErrorCode.EVALUATION_REQUIRED);
const notes = async (ids: readonly string[]) => (await Promise.all(ids.map(logOf))).join("\n");

test("a visit is not repeated beyond the day until which a pass holds: none is booked, the first such date is named, and with a reason all are", async () => {
  const date = day();
  const { id: appointmentId } = await harness.book(wish({ date }));
  expiresOn(later(date, 1));
  const series = (caller: object = {}) => harness.client(SeriesService, caller);
  const lookedAt = async (caller: object) =>
    (await series(caller).previewSeries({ appointmentId, rule: weekly(4) })).dates.map(({ conflict, note }) => [conflict !== "", note]);
  const lacks = "Evaluation missing";
  expect(await lookedAt(groomer)).toEqual([
    [false, ""],
    [true, lacks],
    [true, lacks],
  ]);
  expect(await lookedAt({})).toEqual([
    [false, ""],
    [false, lacks],
    [false, lacks],
  ]);
  const refusal = await refusalOf(series().createSeries({ appointmentId, rule: weekly(4) }));
  expect([refusal.code, refusal.options.facts]).toMatchObject([ErrorCode.EVALUATION_REQUIRED, { date: later(date, 2), why: "expired" }]);
  const asked = { appointmentId, rule: weekly(4), override: anyway("Comes every week") };
  await isRefused(series(groomer).createSeries(asked));
  const { appointments } = await series().createSeries(asked);
  expect(appointments).toHaveLength(3);
  const kept = await Promise.all(appointments.map(({ id }) => logOf(id)));
  expect(kept.map((log) => log.includes("Booked Pet 10 without Service 93: Comes every week"))).toEqual([false, true, true]);
  next += 4;
});

test("visits are not booked again for a pet that lacks its evaluation by then, unless with a reason", async () => {
  const date = day();
  const { id: appointmentId } = await harness.book(wish({ date }));
  const place = (weeks: number, more: object = {}) => ({ appointmentId, startDate: toWireDate(later(date, weeks)), ...more });
  const again = (one: object) => harness.client(BatchService).batchBookAgain({ places: [one] });
  expiresOn(later(date, 1));
  expect((await again(place(1))).appointments).toHaveLength(1);
  await isRefused(again(place(2)));
  const { appointments } = await again(place(2, { override: anyway("Trial") }));
  expect(await notes(appointments.map(({ id }) => id))).toContain("without Service 93: Trial");
  lacking.set("10", { reason: LackingReason.FAILED });
  await isRefused(again(place(3)));
  next += 3;
});

test("a visit moves within the time for which a pass holds, and beyond it only with a reason; one that was booked without a pass moves freely", async () => {
  const date = day();
  const { id } = await harness.book(wish({ date }));
  const startDate = (weeks: number) => toWireDate(later(date, weeks));
  const appointments = harness.client(AppointmentService);
  const ways: ((weeks: number, override?: object) => Promise<unknown>)[] = [
    (weeks, override) => appointments.rescheduleCard({ appointmentId: id, startDate: startDate(weeks), ...(override && { override }) }),
    (weeks, override) => appointments.updateAppointment({ id, appointmentDate: startDate(weeks), ...(override && { override }) }),
    (weeks, override) =>
      harness
        .client(BatchService)
        .batchReschedule({ places: [{ appointmentId: id, startDate: startDate(weeks), ...(override && { override }) }] }),
  ];
  for (const [nth, move] of ways.entries()) {
    expiresOn(later(date, 1));
    await move(1);
    await isRefused(move(2));
    await move(2, anyway(`Way ${nth}`));
    expect(await logOf(id)).toContain(`without Service 93: Way ${nth}`);
    await move(3);
    await move(0);
    lacking.set("10", { reason: LackingReason.MISSING });
    await move(1);
    await move(0);
  }
  expiresOn(later(date, 1));
  const series = harness.client(SeriesService);
  const change = { appointmentId: id, type: RepeatModifyType.ONLY_THIS, moveDays: 14 };
  await isRefused(series.changeSeries(change));
  await series.changeSeries({ ...change, override: anyway("Fourth") });
  expect(await logOf(id)).toContain("without Service 93: Fourth");
  next += 4;
});
