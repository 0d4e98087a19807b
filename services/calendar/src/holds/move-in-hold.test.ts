import { ErrorCode, toWireDate } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { SlotService } from "@leashline/proto/leashline/calendar/v1/slot_service_pb.js";
import { StayHoldService } from "@leashline/proto/leashline/calendar/v1/stay_hold_service_pb.js";
import { StayService } from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import { LodgingUnitChangedSchema } from "@leashline/proto/leashline/offering/v1/events_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Harness, openHarness } from "../../test/harness.ts";

// What is moved to a time that is kept for it takes the place of the hold in one step. One kennel, 11.

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness(["1"]);
  const lodgingUnit = { lodgingUnitId: "11", businessId: "1", lodgingTypeId: "1", name: "Kennel", version: 2 };
  await harness.tell(LodgingUnitChangedSchema, { lodgingUnit });
});
afterAll(() => harness?.stop());

const day = (week: number, plus = 0) => Temporal.PlainDate.from("2035-01-01").add({ weeks: week, days: plus }).toString();
const slots = () => harness.client(SlotService);
const hold = async (date: string, startTime: number) =>
  (await slots().holdSlot({ staffIds: ["1"], date: toWireDate(date), startTime, duration: 60 })).token;
const move = (appointmentId: string, date: string, startTime: number, holdToken: string) =>
  harness
    .client(AppointmentService)
    .rescheduleCard({ appointmentId, startDate: toWireDate(date), startTime, holdToken, moveAllCards: true });
const holds = async (table: string) => (await harness.admin.query(`select 1 from calendar.${table}`)).rows.length;

test("an appointment moves into its hold while twenty others want the time: none of them gets it, and the hold is gone", async () => {
  const { id } = await harness.book({ date: day(0), start: 600 });
  const token = await hold(day(1), 720);
  expect((await refusalOf(move(id, day(1), 720, ""))).code).toBe(ErrorCode.SLOT_FULL);
  const others = Array.from({ length: 20 }, (_, n) => harness.book({ date: day(1), start: 720, petId: String(1000 + n * 10) }));
  const [moved, ...tries] = await Promise.allSettled([move(id, day(1), 720, token), ...others]);
  expect(moved?.status).toBe("fulfilled");
  expect(tries.filter(({ status }) => status === "fulfilled")).toEqual([]);
  expect(await holds("slot_hold")).toBe(0);
  const { appointments } = await harness.client(AppointmentService).batchGetAppointments({ ids: [id] });
  expect(appointments[0]).toMatchObject({ appointmentDate: toWireDate(day(1)), startTime: 720 });
});

test("a move that is refused leaves the hold where it is; one that has run out is no error while the time is free", async () => {
  const { id } = await harness.book({ date: day(2), start: 600 });
  await harness.book({ date: day(3), start: 840 });
  const token = await hold(day(3), 720);
  expect((await refusalOf(move(id, day(3), 840, token))).code).toBe(ErrorCode.SLOT_FULL);
  expect(await holds("slot_hold")).toBe(1);
  await harness.admin.query("update calendar.slot_hold set expires_at = now() - interval '1 second'");
  expect((await move(id, day(3), 720, token)).appointment).toMatchObject({ startTime: 720 });
});

test("a stay moves into the rooms that are kept for it, which nobody else gets meanwhile", async () => {
  const lodged = { start: 840, endTime: 660, petServices: [{ petId: "10", services: [{ serviceId: "95" }] }] };
  const { id } = await harness.book({ ...lodged, date: day(4), endDate: toWireDate(day(4, 2)), petId: "10" });
  const days = { startDate: toWireDate(day(5)), endDate: toWireDate(day(5, 2)), startTime: 840, endTime: 660 };
  const { holdToken } = await harness.client(StayHoldService, { via: "online-booking", kind: "service" as const }).holdStay({
    ...{ ...days, pets: [{ petType: "Dog", weight: 1, petSizeId: "0" }], holdMinutes: 10 },
    visitor: { strangerShare: 0, requested: true, bounds: [] },
  });
  const change = (token: string) =>
    harness.client(StayService).changeStay({ ...days, appointmentId: id, chooseAgain: true, holdToken: token });
  const moved = await change(holdToken);
  expect(moved.appointment).toMatchObject({ appointmentDate: days.startDate, endDate: days.endDate });
  expect(await holds("stay_hold")).toBe(0);
});
