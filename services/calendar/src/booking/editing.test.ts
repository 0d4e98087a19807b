import { fromBinary } from "@bufbuild/protobuf";
import { ErrorCode, toMoney, toWireDate } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { AppointmentLogKind } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { CardService } from "@leashline/proto/leashline/calendar/v1/card_service_pb.js";
import { AppointmentChangedSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Harness, openHarness } from "../../test/harness.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness.stop());

const day = (n: number) => Temporal.PlainDate.from("2032-01-07").add({ weeks: n }).toString();
const api = (caller = {}, more = {}) => harness.client(AppointmentService, caller, more);
const newest = async (id: string) => (await api().listActionLog({ id })).entries[0];
const lastEvent = async (id: string) => {
  const { rows } = await harness.admin.query("select type, payload from calendar.outbox where aggregate = $1 order by id desc limit 1", [
    id,
  ]);
  return { type: rows[0].type.split(".").at(-1), ...fromBinary(AppointmentChangedSchema, rows[0].payload) };
};
const usd = (minor: number) => toMoney(minor, "USD");
/** Two services for one pet, an hour with each of two people, the second an hour and a half after the first is done. */
const twoPeople = async (n: number) => {
  const petServices = [{ petId: "10", services: [{ serviceId: "1" }, { serviceId: "2", staffId: "2", startTime: 750 }] }];
  const appointment = await harness.book({ date: day(n), start: 600, petServices });
  const [first, second] = appointment.petServiceList;
  const keep = (line = first) => ({ petDetailId: line!.petDetailId, serviceId: line!.serviceId, staffId: line!.staffId });
  return { appointment, id: appointment.id, first: keep(first), second: keep(second) };
};

describe("a booked appointment is changed", () => {
  test("comments written over by somebody else are still told by the log", async () => {
    const { id } = await harness.book({ date: day(40), start: 600, ticketComments: "Gate code 12" });
    await api().updateTicketComments({ id, ticketComments: "Comes with his sister" });
    expect((await newest(id))?.detail).toBe("Comments\nComments, was: Gate code 12");
    await api().updateAppointment({ id, ticketComments: "", alertNotes: "Bites" });
    expect((await newest(id))?.detail).toBe("Comments; Alert note\nComments, was: Comes with his sister");
  });

  test("price, length and notes at once; the others keep their pause, the log says what, an undo brings it back", async () => {
    const { id, first, second } = await twoPeople(1);
    const services = [{ ...first, price: usd(6_225), duration: 75 }, second];
    const { appointment } = await api().updateAppointment({
      id,
      version: 1,
      ticketComments: "Short coat",
      petServices: [{ petId: "10", services }],
    });
    expect(appointment?.petServiceList.map((line) => [line.petDetailId, line.startTime, line.duration, line.price?.units])).toEqual([
      [first.petDetailId, 600, 75, 62n],
      [second.petDetailId, 765, 60, 50n],
    ]);
    expect(appointment).toMatchObject({ ticketComments: "Short coat", startTime: 600, endTime: 825, version: 2 });
    expect(appointment?.estimatedTotalPrice).toMatchObject({ units: 112n, nanos: 250_000_000 });
    expect(await newest(id)).toMatchObject({
      kind: AppointmentLogKind.EDIT_PET_AND_SERVICES,
      undoable: true,
      detail:
        "2032-01-14 10:00 - 13:30 with Staff 1, Staff 2 → 2032-01-14 10:00 - 13:45 with Staff 1, Staff 2; Service 1 for Pet 10 50.00 → 62.25; Service 1 for Pet 10 60 → 75 min; Comments",
    });
    const { appointment: back } = await api().undoChange({ id });
    expect(back).toMatchObject({ ticketComments: "", endTime: 810, estimatedTotalPrice: { units: 100n, nanos: 0 }, version: 3 });
    expect(back?.petServiceList.map((line) => line.petDetailId)).toEqual([first.petDetailId, second.petDetailId]);
  });

  test("to another day and start, with another person: one change, one event; the former time is free", async () => {
    const { id, first, second } = await twoPeople(2);
    const petServices = [{ petId: "10", services: [{ ...first, staffId: "2" }, second] }];
    const { appointment } = await api().updateAppointment({ id, appointmentDate: toWireDate(day(3)), startTime: 660, petServices });
    expect(appointment).toMatchObject({ appointmentDate: toWireDate(day(3)), startTime: 660, endTime: 870, version: 2, staffId: "2" });
    expect(appointment?.petServiceList.map((line) => [line.staffName, line.startTime])).toEqual([
      ["Staff 2", 660],
      ["Staff 2", 810],
    ]);
    const told = await lastEvent(id);
    expect([told.type, told.rescheduled, told.appointment?.date, told.appointment?.version]).toEqual([
      "AppointmentChanged",
      true,
      day(3),
      2,
    ]);
    await harness.book({ date: day(2), start: 600, petId: "20" });
    await harness.book({ date: day(2), start: 750, staffId: "2", petId: "20" });
    const { cards } = await harness.client(CardService).listDayCards({ startDate: toWireDate(day(3)) });
    // Between the two services there is time for others.
    const half = { staffId: "2", hasRelatedSplitCards: true, estimatedTotalPrice: toMoney(5_000, "USD") };
    expect(cards).toMatchObject([
      { ...half, startTime: 660, endTime: 720 },
      { ...half, startTime: 810, endTime: 870 },
    ]);
  });

  test("overbook-and-offhours-permission: a taken time says whose and from when, and changes nothing; with permission and reason it is marked", async () => {
    const { id, first, second } = await twoPeople(4);
    const other = await harness.book({ date: day(4), start: 840, staffId: "2", petId: "20" });
    const longer = { id, alertNotes: "Bites", petServices: [{ petId: "10", services: [first, { ...second, duration: 120 }] }] };
    const refusal = await refusalOf(api().updateAppointment(longer));
    expect([refusal.code, refusal.options.conflict?.appointmentId]).toEqual([ErrorCode.SLOT_FULL, other.id]);
    expect(refusal.options.conflict).toMatchObject({ staffId: "2", startTime: 750 });
    expect(refusal.options.conflict?.nextFree.length).toBeGreaterThan(0);
    expect((await api().getAppointment({ id })).appointment).toMatchObject({ alertNotes: "", endTime: 810, version: 1 });
    const override = { overbook: true, outsideWorkingHours: false, reason: "Both agreed" };
    const clerk = { permissions: [Permission.EDIT_TICKET], employeeCategory: 0 };
    expect((await refusalOf(api(clerk).updateAppointment({ ...longer, override }))).code).toBe(ErrorCode.SLOT_FULL);
    const { appointment } = await api().updateAppointment({ ...longer, override });
    expect(appointment).toMatchObject({ overbooked: true, overrideReason: "Both agreed", alertNotes: "Bites" });
  });

  test("the same key changes once, an old version is refused, and saving what is there already is no change", async () => {
    const { appointment, id, first, second } = await twoPeople(5);
    const wish = { id, version: 1, petServices: [{ petId: "10", services: [first, { ...second, price: usd(4_999) }] }] };
    const keyed = () => api({}, { idempotencyKey: "edit-once" }).updateAppointment(wish);
    expect(await keyed()).toEqual(await keyed());
    expect((await refusalOf(api().updateAppointment(wish))).code).toBe(ErrorCode.VERSION_CONFLICT);
    const same = [{ petId: "10", services: [first, { ...second, price: usd(4_999) }] }];
    expect((await api().updateAppointment({ id, petServices: same })).appointment?.version).toBe(2);
    expect((await api().listActionLog({ id })).entries).toHaveLength(2);
    expect(appointment.version).toBe(1);
  });

  test("what it holds stays, though the service is no longer offered and the person has left; neither can be added", async () => {
    const { id, first, second } = await twoPeople(6);
    await harness.admin.query("update calendar.pet_service set service_id = 99, staff_id = 901 where id = $1", [second.petDetailId]);
    const kept = { ...second, serviceId: "99", staffId: "901" };
    const { appointment } = await api().updateAppointment({
      id,
      petServices: [{ petId: "10", services: [{ ...first, duration: 45 }, kept] }],
    });
    expect(appointment?.petServiceList.map((line) => [line.serviceId, line.duration])).toEqual([
      ["1", 45],
      ["99", 60],
    ]);
    const added = (service: object) => api().updateAppointment({ id, petServices: [{ petId: "10", services: [first, service] }] as never });
    expect((await refusalOf(added({ serviceId: "99" }))).code).toBe(ErrorCode.SERVICE_NOT_FOUND);
    expect((await refusalOf(added({ serviceId: "2", staffId: "901" }))).code).toBe(ErrorCode.NOT_FOUND);
    expect((await refusalOf(added({ serviceId: "2", petDetailId: "987654" }))).code).toBe(ErrorCode.PARAMS_INVALID);
  });

  test.each([
    ["a negative price", { price: usd(-1) }],
    ["a price beyond nine digits", { price: { currencyCode: "USD", units: 9_223_372_036_854_775_807n, nanos: 0 } }],
    ["an end on the next day", { duration: 1_000 }],
  ])("%s is refused, and nothing is kept", async (_, change) => {
    const { id, first } = await twoPeople(7);
    const wish = { id, ticketComments: "x", petServices: [{ petId: "10", services: [{ ...first, ...change }] }] };
    expect((await refusalOf(api().updateAppointment(wish))).code).toBe(ErrorCode.PARAMS_INVALID);
    expect((await api().getAppointment({ id })).appointment).toMatchObject({ ticketComments: "", version: 1 });
    await api().cancelAppointment({ id });
  });
});
