import { ErrorCode, toWireDate } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { CardService } from "@leashline/proto/leashline/calendar/v1/card_service_pb.js";
import type { RescheduleEvaluationServiceRequest } from "@leashline/proto/leashline/calendar/v1/evaluation_card_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Harness, openHarness } from "../../test/harness.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness?.stop());

let next = 0;
const day = () => Temporal.PlainDate.from("2036-09-01").add({ weeks: next++ }).toString();
type Asked = Partial<Omit<RescheduleEvaluationServiceRequest, "$typeName" | "appointment">> & { appointment: object };
const move = (asked: Asked, caller: object = {}) => harness.client(CardService, caller).rescheduleEvaluationService(asked as never);
const linesOf = ({ appointment }: Awaited<ReturnType<typeof move>>) =>
  appointment?.petServiceList.map(({ serviceId, staffId, startTime, duration }) => [serviceId, staffId, startTime, duration]);

/** A bath at nine with staff 1, and an evaluation at eleven with staff 2. */
const booked = (date = day()) =>
  harness.book({
    date,
    start: 540,
    petServices: [{ petId: "10", services: [{ serviceId: "1" }, { serviceId: "93", staffId: "2", startTime: 660 }] }],
  });

test("an evaluation goes to another time, person and length; the appointment's other services stay, the log says it, one undo takes it back", async () => {
  const { id, version } = await booked();
  const moved = await move({ appointment: { id, staffId: "2" }, version, startTime: 720, endTime: 750 });
  expect(linesOf(moved)).toEqual([
    ["1", "1", 540, 60],
    ["93", "2", 720, 30],
  ]);
  const appointments = harness.client(AppointmentService);
  const { entries } = await appointments.listActionLog({ id });
  expect(entries[0]?.detail).toMatch(/^Evaluation .*11:00 - 12:00 with Staff 2 → .*12:00 - 12:30 with Staff 2$/);
  const handed = await move({ appointment: { id, startTime: 720 }, staffId: "1" });
  expect(linesOf(handed)?.[1]).toEqual(["93", "1", 720, 30]);
  expect((await appointments.undoChange({ id })).appointment?.evaluationServiceList[0]).toMatchObject({ staffId: "2", startTime: 720 });
});

test("an evaluation that two do is known by either: their own part changes hands or length, and neither is in two places", async () => {
  const operationList = ["2", "3"].map((staffId) => ({ staffId, duration: 30 }));
  const shared = { serviceId: "93", staffId: "2", startTime: 660, operationList };
  const petServices = [
    { petId: "10", services: [shared] },
    { petId: "11", services: [{ serviceId: "1", staffId: "3", startTime: 540 }] },
  ];
  const { id } = await harness.book({ date: day(), start: 540, petServices });
  const partsIn = ({ appointment }: Awaited<ReturnType<typeof move>>) =>
    appointment?.petServiceList
      .find(({ serviceId }) => serviceId === "93")
      ?.operationList.map(({ staffId, startTime, duration }) => [staffId, startTime, duration]);
  const longer = await move({ appointment: { id, staffId: "3", startTime: 690 }, endTime: 735 });
  expect(partsIn(longer)).toEqual([
    ["2", 660, 30],
    ["3", 690, 45],
  ]);
  const busy = await refusalOf(move({ appointment: { id, staffId: "3" }, startTime: 570 }));
  expect(busy.options.fields?.[0]?.reason).toBe("Staff 3 has Service 1 at that time");
  expect(partsIn(await move({ appointment: { id, staffId: "3" }, startTime: 600, staffId: "1" }))).toEqual([
    ["2", 570, 30],
    ["1", 600, 45],
  ]);
});

test("on another day the whole appointment goes along, each service as far from the others as it was", async () => {
  const { id } = await booked();
  const date = day();
  const moved = await move({ appointment: { id, staffId: "2" }, startDate: toWireDate(date), startTime: 690 });
  expect(moved.appointment?.appointmentDate).toMatchObject(toWireDate(date));
  expect(linesOf(moved)?.map((line) => line[2])).toEqual([570, 690]);
});

test("appointment-identifier-valid: an id with a staff member or a start says which evaluation, midnight too; an id alone, or none, is refused", async () => {
  const { id } = await booked();
  const fieldOf = async (appointment: object) => (await refusalOf(move({ appointment, startTime: 720 }))).options.fields?.[0]?.field;
  expect(await fieldOf({ id })).toBe("appointment");
  expect(await fieldOf({ staffId: "2", startTime: 660 })).toBe("appointment.id");
  expect(linesOf(await move({ appointment: { id, staffId: "2" }, startTime: 690 }))?.[1]).toEqual(["93", "2", 690, 60]);
  expect(linesOf(await move({ appointment: { id, startTime: 690 }, startTime: 720 }))?.[1]).toEqual(["93", "2", 720, 60]);
  for (const appointment of [
    { id, startTime: 0 },
    { id, startTime: 540 },
    { id, staffId: "1" },
    { id, staffId: "2", startTime: 660 },
  ])
    expect((await refusalOf(move({ appointment, startTime: 700 }))).code, JSON.stringify(appointment)).toBe(ErrorCode.NOT_FOUND);
});

test("nobody is evaluated in two places: not the pet while it is bathed, not by somebody who is busy elsewhere; nothing changes then", async () => {
  const date = day();
  const { id } = await booked(date);
  const appointment = { id, staffId: "2" };
  const bathed = await refusalOf(move({ appointment, startTime: 570 }));
  expect([bathed.code, bathed.options.fields?.[0]?.reason]).toEqual([ErrorCode.PARAMS_INVALID, "Pet 10 has Service 1 at that time"]);
  await harness.book({ date, start: 780, staffId: "2", petId: "20" });
  expect((await refusalOf(move({ appointment, startTime: 750 }))).code).toBe(ErrorCode.SLOT_FULL);
  const kept = await harness.client(AppointmentService).getAppointment({ id });
  expect(kept.appointment).toMatchObject({ version: 1, evaluationServiceList: [{ startTime: 660, staffId: "2" }] });
});

test("an old version, an end before the start, somebody who is not here, another company and who may not edit are refused", async () => {
  const { id } = await booked();
  const appointment = { id, staffId: "2" };
  const codeOf = async (more: object, caller: object = {}) =>
    (await refusalOf(move({ appointment, startTime: 720, ...more }, caller))).code;
  expect(await codeOf({ endTime: 700 })).toBe(ErrorCode.PARAMS_INVALID);
  expect(await codeOf({ staffId: "901" })).toBe(ErrorCode.NOT_FOUND);
  expect(await codeOf({}, { companyId: "2" })).toBe(ErrorCode.APPOINTMENT_NOT_FOUND);
  expect(await codeOf({}, { permissions: [Permission.VIEW_CALENDAR] })).toBe(ErrorCode.NO_PERMISSION);
  await move({ appointment, startTime: 720 });
  expect(await codeOf({ version: 1, startTime: 730 })).toBe(ErrorCode.VERSION_CONFLICT);
});
