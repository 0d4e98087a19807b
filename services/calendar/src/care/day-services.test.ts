import { fromBinary } from "@bufbuild/protobuf";
import { ErrorCode, toWireDate } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { CareOutcome, CareService, type DayService } from "@leashline/proto/leashline/calendar/v1/care_service_pb.js";
import { DayServiceGivenSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { StayService } from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import { StayDay } from "@leashline/proto/leashline/offering/v1/additional_service_pb.js";
import { LodgingUnitChangedSchema } from "@leashline/proto/leashline/offering/v1/events_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Harness, openHarness } from "../../test/harness.ts";
import { type ServiceEntry, servicesOn } from "./day-services.ts";

const { GIVEN, NOT_GIVEN, TAKEN_BACK, UNSPECIFIED } = CareOutcome;
const [BOARDING, BATH, PLAY] = ["95", "83", "98"];
const { LAST, EVERY } = StayDay;

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness(["1"]);
  const lodgingUnit = { lodgingUnitId: "21", businessId: "1", lodgingTypeId: "2", name: "Meadow", capacity: 400, version: 1 };
  await harness.tell(LodgingUnitChangedSchema, { lodgingUnit });
});
afterAll(() => harness.stop());

const care = (caller = {}) => harness.client(CareService, caller);
const book = (from: string, to: string, services: object[]) => {
  const petServices = [{ petId: "10", services: [{ serviceId: BOARDING }, ...services] as { serviceId: string }[] }];
  return harness.book({ date: from, start: 840, endDate: toWireDate(to), endTime: 660, staffId: "-10", petId: "10", petServices });
};
const onDay = async (date: string) => (await care().listCareTasks({ date: toWireDate(date) })).services;
let keys = 0;
const record = async (one: DayService | undefined, outcome: CareOutcome, more: object = {}, caller = {}) => {
  const { appointmentId = "0", petDetailId = "0", date } = one ?? {};
  const request = { appointmentId, petDetailId, date: date!, outcome, entryKey: `service-key-${++keys}`, ...more };
  return (await care(caller).recordCare(request)).service;
};
const told = async (appointmentId: string) => {
  const { rows } = await harness.admin.query(
    "select payload from calendar.outbox where aggregate = $1 and type like '%DayServiceGiven' order by id",
    [appointmentId],
  );
  return rows
    .map(({ payload }) => fromBinary(DayServiceGivenSchema, payload))
    .map(({ serviceId, date, outcome }) => [serviceId, date?.day, outcome]);
};

test("a service of a stay is ticked on each of its days: who and when is noted, sent again it counts once, given by two it is said so, taken back it is open", async () => {
  const stay = await book("2035-03-10", "2035-03-12", [
    { serviceId: PLAY, stayDay: EVERY },
    { serviceId: BATH, stayDay: LAST },
  ]);
  const [play] = await onDay("2035-03-11");
  expect(play).toMatchObject({ serviceName: "Service 98", outcome: UNSPECIFIED, missed: false, events: [], date: { day: 11 } });
  const entryKey = "service-on-a-phone";
  const tickedTime = { seconds: BigInt(Math.floor(Date.now() / 1000) - 3600), nanos: 0 };
  await record(play, NOT_GIVEN, { entryKey, tickedTime, note: "Rain" });
  const again = await record(play, NOT_GIVEN, { entryKey, tickedTime });
  expect(again?.events.map((one) => [one.staffName, one.note, one.createTime?.seconds, one.entryKey])).toEqual([
    ["Olive Owner", "Rain", tickedTime.seconds, entryKey],
  ]);
  expect(again?.customerLastName).toBe(stay.customerLastName);
  expect((await record(play, NOT_GIVEN, { entryKey, tickedTime, note: "Rain" }))?.events.length).toBe(1);
  for (const other of [{ outcome: TAKEN_BACK }, { date: toWireDate("2035-03-12") }, { note: "Too hot" }]) {
    const { code, options } = await refusalOf(record(play, NOT_GIVEN, { entryKey, ...other }));
    expect([code, options.fields?.[0]?.field], "a key stands for what was noted with it").toEqual([
      ErrorCode.IDEMPOTENCY_KEY_REUSED,
      "entryKey",
    ]);
  }
  expect((await refusalOf(record(play, GIVEN, { note: "Rain" }))).options.fields?.[0]?.field).toBe("note");
  await record(play, GIVEN);
  expect((await record(play, GIVEN))?.twice).toBe(true);
  const [told1] = await onDay("2035-03-11");
  expect([told1?.outcome, told1?.twice, told1?.events.length]).toEqual([GIVEN, true, 3]);
  expect(
    (await onDay("2035-03-12")).map(({ outcome }) => outcome),
    "on its other days it is open",
  ).toEqual([UNSPECIFIED, UNSPECIFIED]);
  expect((await record(play, TAKEN_BACK))?.outcome).toBe(UNSPECIFIED);
  expect((await record(play, NOT_GIVEN, { note: "Rain" }))?.outcome).toBe(NOT_GIVEN);
  const { services, events } = await care().getCareSheet({ appointmentId: stay.id });
  expect(services.map((one) => [one.serviceName, one.date?.day, one.outcome, one.events.length])).toEqual([
    ["Service 98", 11, NOT_GIVEN, 5],
  ]);
  expect(events).toEqual([]);
  expect(await told(stay.id)).toEqual([NOT_GIVEN, GIVEN, GIVEN, UNSPECIFIED, NOT_GIVEN].map((outcome) => [PLAY, 11, outcome]));
});

test("what was done stays noted where the stay moved, or has the service no more; taken back it is gone from the day", async () => {
  const stay = await book("2035-04-10", "2035-04-13", [{ serviceId: BATH, stayDay: LAST }]);
  const [bath] = await onDay("2035-04-13");
  const change = (more: object) => harness.client(StayService).changeStay({ appointmentId: stay.id, ...more });
  await change({ endDate: toWireDate("2035-04-14") });
  await record(bath, GIVEN);
  const state = async (date: string) => (await onDay(date)).map((one) => [one.serviceName, one.petName, one.outcome]);
  expect(await state("2035-04-13"), "ticked on a sheet from before the change").toEqual([["Service 83", "Pet 10", GIVEN]]);
  expect(await state("2035-04-14")).toEqual([["Service 83", "Pet 10", UNSPECIFIED]]);
  await change({ services: { petServices: [] } });
  expect([await state("2035-04-13"), await state("2035-04-14")]).toEqual([[["Service 83", "Pet 10", GIVEN]], []]);
  expect((await record(bath, TAKEN_BACK))?.events.length).toBe(2);
  expect(await state("2035-04-13")).toEqual([]);
  await change({ endDate: toWireDate("2035-04-12") });
  expect((await record(bath, TAKEN_BACK))?.outcome, "on a day that the stay lost").toBe(UNSPECIFIED);
  expect((await refusalOf(record(bath, GIVEN))).options.fields?.[0]?.field).toBe("date");
  await change({ endDate: toWireDate("2035-04-14") });
  const noted = await record(bath, GIVEN);
  expect([noted?.serviceName, noted?.outcome]).toEqual(["Service 83", GIVEN]);
});

test("refused: what is no service on days of this stay, a day outside of it, a moment ahead, and another company's", async () => {
  const stay = await book("2035-05-10", "2035-05-12", [{ serviceId: BATH, stayDay: LAST }]);
  const [bath] = await onDay("2035-05-12");
  const refused = async (more: object, caller = {}) => {
    const { code, options } = await refusalOf(record(bath, GIVEN, more, caller));
    return [code, options.fields?.[0]?.field];
  };
  const boarding = stay.petServiceList[0]?.petDetailId;
  expect(await refused({ petDetailId: boarding })).toEqual([ErrorCode.NOT_FOUND, "petDetailId"]);
  expect(await refused({ date: toWireDate("2035-05-13") })).toEqual([ErrorCode.PARAMS_INVALID, "date"]);
  expect((await refused({ careScheduleId: "1" }))[0], "one of both").toBe(ErrorCode.PARAMS_INVALID);
  expect((await refused({ petDetailId: "0" }))[0]).toBe(ErrorCode.PARAMS_INVALID);
  const tickedTime = { seconds: BigInt(Math.floor(Date.now() / 1000) + 3600), nanos: 0 };
  expect(await refused({ tickedTime })).toEqual([ErrorCode.PARAMS_INVALID, "tickedTime"]);
  expect(await refused({}, { companyId: "2" })).toEqual([ErrorCode.APPOINTMENT_NOT_FOUND, "appointmentId"]);
  expect(await refused({ tickedTime: { seconds: -62_135_596_800n, nanos: 0 } })).toEqual([ErrorCode.PARAMS_INVALID, "tickedTime"]);
  await record(bath, GIVEN);
  await harness.client(AppointmentService).cancelAppointment({ id: stay.id });
  expect((await refused({}))[0]).toBe(ErrorCode.APPOINTMENT_STATUS_INVALID);
  expect((await record(bath, TAKEN_BACK))?.outcome, "what was noted before is taken back").toBe(UNSPECIFIED);
  expect(await onDay("2035-05-12")).toEqual([]);
});

const at = (day: string, minute: number): number => Date.parse(`${day}T00:00:00Z`) + minute * 60_000;
const moment = (day: string, minute: number): string => new Date(at(day, minute)).toISOString();
const [arrived, left] = [moment("2035-06-10", 840), moment("2035-06-12", 660)];

test.each([
  ["not before its day is over", 0, arrived, null, at("2035-06-12", 1000), false],
  ["when its day is over", 0, arrived, null, at("2035-06-13", 0), true],
  ["when the pet has left without it", 0, arrived, left, at("2035-06-12", 700), true],
  ["when its time has passed", 600, arrived, null, at("2035-06-12", 601), true],
  ["not before its time", 600, arrived, null, at("2035-06-12", 599), false],
  ["not because the pet came after its time", 600, moment("2035-06-12", 630), null, at("2035-06-12", 700), false],
  ["not on a day after the pet left", 0, arrived, moment("2035-06-11", 900), at("2035-06-14", 0), false],
  ["never of a pet that did not come", 0, null, null, at("2035-06-14", 0), false],
])("missed: %s", (_, start, checkInAt, checkOutAt, now, missed) => {
  const line = { id: "2", petId: "10", petName: "Bo", serviceId: BATH, serviceName: "Bath", staffId: "-10", staffName: "", start };
  const lines = [{ ...line, onDays: { when: LAST, date: "" } }];
  const visit = { id: "1", date: "2035-06-10", endDate: "2035-06-12", start: 840, end: 660, checkInAt, checkOutAt, lines };
  const state = (entries: ServiceEntry[]) => servicesOn("2035-06-12", { visit, entries, now, at })[0]?.missed;
  expect(state([])).toBe(missed);
  const { id: petDetailId, start: _start, staffId: _staffId, staffName: _staff, ...pet } = line;
  const noted = { staffId: "1", staffName: "Olive", note: "", entryKey: "k", tickedAt: new Date(now), day: "2035-06-12" };
  expect(state([{ ...pet, petDetailId, ...noted, id: "1", appointmentId: "1", outcome: NOT_GIVEN }])).toBe(false);
});
