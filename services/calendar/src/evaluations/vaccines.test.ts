import { ErrorCode, toWireDate } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { RepeatFrequency, SeriesService } from "@leashline/proto/leashline/calendar/v1/series_service_pb.js";
import { StayService } from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import { StayDay } from "@leashline/proto/leashline/offering/v1/additional_service_pb.js";
import { LackingReason } from "@leashline/proto/leashline/offering/v1/evaluation_service_pb.js";
import { LodgingUnitChangedSchema } from "@leashline/proto/leashline/offering/v1/events_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Harness, lacking, openHarness, required } from "../../test/harness.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness(["1"]);
});
afterAll(() => harness?.stop());
afterEach(() => {
  required.clear();
  lacking.clear();
});

let next = 0;
const day = () => Temporal.PlainDate.from("2036-06-02").add({ weeks: next++ }).toString();
const later = (date: string, days: number) => Temporal.PlainDate.from(date).add({ days }).toString();
const rabies = (expires = "", careTypes: string[] = []) => ({
  vaccineId: "5",
  vaccineName: "Rabies",
  careTypes,
  recorded: expires !== "",
  ...(expires && { expirationDate: toWireDate(expires) }),
});
const wish = (more: object = {}) => ({ date: day(), start: 600, petServices: [{ petId: "10", services: [{ serviceId: "1" }] }], ...more });
const anyway = { withoutVaccine: true, reason: "The vet faxes it" };
const groomer = {
  permissions: [Permission.CREATE_AND_EDIT_TICKET, Permission.VIEW_CALENDAR, Permission.OVERBOOK, Permission.VIEW_CLIENTS_ALL_LOCATIONS],
};
const appointments = () => harness.client(AppointmentService);
const logOf = async (id: string) => (await appointments().listActionLog({ id })).entries.map(({ detail }) => detail).join("\n");

test("a pet whose required vaccine is missing or expired by then is refused, and the refusal says which; one that is valid on the day comes", async () => {
  required.set("10", [rabies()]);
  const missing = await refusalOf(harness.book(wish()));
  expect([missing.code, missing.message]).toEqual([
    ErrorCode.VACCINE_REQUIRED,
    "Pet 10 has no Rabies on record, which this visit requires.",
  ]);
  const one = wish();
  required.set("10", [rabies(later(one.date, -1))]);
  const expired = await refusalOf(harness.book(one));
  expect([expired.code, expired.options.facts]).toMatchObject([
    ErrorCode.VACCINE_REQUIRED,
    { why: "expired", petId: "10", vaccineName: "Rabies", validUntil: later(one.date, -1) },
  ]);
  required.set("10", [rabies(one.date)]);
  expect((await harness.book(one)).petServiceList).toHaveLength(1);
  required.set("10", [rabies("", ["BOARDING"])]);
  expect((await harness.book(wish())).petServiceList).toHaveLength(1);
});

test("whoever may book without it goes on with a reason, which the log keeps; anybody else is still refused", async () => {
  required.set("10", [rabies()]);
  const asked = { override: anyway };
  expect((await refusalOf(harness.book(wish(asked), groomer))).code).toBe(ErrorCode.VACCINE_REQUIRED);
  const other = { override: { overbook: true, withoutEvaluation: true, reason: "x" } };
  expect((await refusalOf(harness.book(wish(other)))).code).toBe(ErrorCode.VACCINE_REQUIRED);
  const { id, overbooked } = await harness.book(wish(asked));
  expect(overbooked).toBe(false);
  expect(await logOf(id)).toContain("Booked Pet 10 without a valid Rabies: The vet faxes it");
});

test("a service that is added asks too, and so does a move to a day on which the vaccine is over; what was lacking before is nothing new", async () => {
  const booked = await harness.book(wish());
  const date = Temporal.PlainDate.from({ ...booked.appointmentDate!, calendar: "iso8601" } as never).toString();
  required.set("10", [rabies(later(date, 3))]);
  const to = (on: string, more: object = {}) =>
    appointments().updateAppointment({ id: booked.id, appointmentDate: toWireDate(on), ...more });
  expect((await refusalOf(to(later(date, 7)))).code).toBe(ErrorCode.VACCINE_REQUIRED);
  expect((await to(later(date, 2))).appointment?.id).toBe(booked.id);
  expect((await to(later(date, 7), { override: anyway })).appointment?.id).toBe(booked.id);
  expect((await to(later(date, 14))).appointment?.id).toBe(booked.id);
  const line = booked.petServiceList[0]!;
  const kept = { serviceId: "1", petDetailId: line.petDetailId };
  const services = (list: object[]) =>
    appointments().updateAppointment({ id: booked.id, petServices: [{ petId: "10", services: list as never }] });
  expect((await refusalOf(services([kept, { serviceId: "2" }]))).code).toBe(ErrorCode.VACCINE_REQUIRED);
});

test("a series is refused for the date on which the vaccine is over", async () => {
  const booked = await harness.book(wish());
  const date = Temporal.PlainDate.from({ ...booked.appointmentDate!, calendar: "iso8601" } as never).toString();
  required.set("10", [rabies(later(date, 10))]);
  const series = (times: number) =>
    harness.client(SeriesService).createSeries({
      appointmentId: booked.id,
      rule: { frequency: RepeatFrequency.WEEK, interval: 1, ends: { case: "count", value: times } },
    });
  const rule = { frequency: RepeatFrequency.WEEK, interval: 1, ends: { case: "count" as const, value: 4 } };
  const { dates } = await harness.client(SeriesService).previewSeries({ appointmentId: booked.id, rule });
  expect(dates.map(({ note }) => note)).toEqual(["", "Vaccine missing", "Vaccine missing"]);
  const refusal = await refusalOf(series(4));
  expect([refusal.code, refusal.options.facts]).toMatchObject([ErrorCode.VACCINE_REQUIRED, { date: later(date, 14) }]);
});

test("a stay asks for vaccines that are valid until its last day, also when it is made longer", async () => {
  const date = day();
  required.set("10", [rabies(later(date, 2), ["BOARDING"])]);
  const unit = { lodgingUnitId: "31", businessId: "1", lodgingTypeId: "1", name: "Kennel", version: 1 };
  await harness.tell(LodgingUnitChangedSchema, { lodgingUnit: unit });
  const stay = (nights: number) => ({
    date,
    start: 840,
    endDate: toWireDate(later(date, nights)),
    endTime: 660,
    staffId: "-10",
    petServices: [{ petId: "10", services: [{ serviceId: "95", lodgingUnitId: "31" }] }],
  });
  expect((await refusalOf(harness.book(stay(3)))).code).toBe(ErrorCode.VACCINE_REQUIRED);
  const { id: appointmentId } = await harness.book(stay(2));
  const longer = (more: object = {}) =>
    harness.client(StayService).changeStay({ appointmentId, endDate: toWireDate(later(date, 4)), ...more });
  expect((await refusalOf(longer())).options.facts).toMatchObject({ why: "expired", date: later(date, 4) });
  await longer({ override: anyway });
  expect(await logOf(appointmentId)).toContain("Booked Pet 10 without a valid Rabies: The vet faxes it");
});

test("what a stay gets besides asks for its evaluations and vaccines where it is added; what it has already does not", async () => {
  const date = day();
  const unit = { lodgingUnitId: "32", businessId: "1", lodgingTypeId: "1", name: "Kennel", version: 1 };
  await harness.tell(LodgingUnitChangedSchema, { lodgingUnit: unit });
  const stay = { date, start: 840, endDate: toWireDate(later(date, 2)), endTime: 660, staffId: "-10" };
  const boarding = { serviceId: "95", lodgingUnitId: "32" };
  const { id: appointmentId } = await harness.book({ ...stay, petServices: [{ petId: "10", services: [boarding] }] });
  const besides = (services: object[], override?: object) =>
    harness
      .client(StayService)
      .changeStay({ appointmentId, services: { petServices: [{ petId: "10", services }] }, ...(override && { override }) });
  const bath = { serviceId: "92", stayDay: StayDay.LAST };
  required.set("10", [rabies("", ["GROOMING"])]);
  expect((await refusalOf(besides([bath]))).code).toBe(ErrorCode.VACCINE_REQUIRED);
  lacking.set("10", { reason: LackingReason.MISSING });
  expect((await refusalOf(besides([bath], anyway))).code).toBe(ErrorCode.EVALUATION_REQUIRED);
  const { appointment } = await besides([bath], { ...anyway, withoutEvaluation: true });
  const text = await logOf(appointmentId);
  expect(text).toContain("Booked Pet 10 without Service 93: The vet faxes it; Booked Pet 10 without a valid Rabies: The vet faxes it");
  const line = appointment?.petServiceList.find(({ serviceId }) => serviceId === "92");
  await besides([{ ...bath, petDetailId: line?.petDetailId, stayDay: StayDay.FIRST }]);
});
