import { ErrorCode, toWireDate } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { StayService } from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import { LodgingUnitChangedSchema } from "@leashline/proto/leashline/offering/v1/events_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Harness, openHarness } from "../../test/harness.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness(["1"]);
  const lodgingUnit = { lodgingUnitId: "21", businessId: "1", lodgingTypeId: "2", name: "Meadow", capacity: 40, version: 1 };
  await harness.tell(LodgingUnitChangedSchema, { lodgingUnit });
});
afterAll(() => harness.stop());

const day = (plus: number) => Temporal.PlainDate.from("2034-03-06").add({ days: plus }).toString();
const book = (petId: string, from: number, to: number, serviceId: string) =>
  harness.book({
    ...{ date: day(from), start: 540, endDate: toWireDate(day(to)), endTime: 660, staffId: "-10", petId },
    petServices: [{ petId, services: [{ serviceId }] }],
  });
const find = async (petIds: string[], from: number, to: number, appointmentId = "0") => {
  const asked = { petIds, startDate: toWireDate(day(from)), endDate: toWireDate(day(to)), appointmentId };
  const { stays } = await harness.client(StayService).findPetStays(asked);
  return stays.map((one) => [one.petId, one.careType, one.startDate?.day, one.endDate?.day]);
};

test("a pet's boarding and daycare on some days are told, the day of leaving too; grooming, others' pets and what is canceled or over are not", async () => {
  const stay = await book("10", 0, 3, "95");
  const daycare = await book("10", 3, 3, "96");
  await book("10", 1, 1, "97");
  await book("20", 1, 1, "96");
  expect(await find(["10", "11"], 3, 3)).toEqual([
    ["10", "BOARDING", 6, 9],
    ["10", "DAYCARE", 9, 9],
  ]);
  expect(await find(["10"], 3, 3, daycare.id)).toEqual([["10", "BOARDING", 6, 9]]);
  expect(await find(["10"], 4, 9)).toEqual([]);
  await harness.client(AppointmentService).cancelAppointment({ id: stay.id, cancelReason: "ill" });
  expect(await find(["10"], 0, 9)).toEqual([["10", "DAYCARE", 9, 9]]);
  await harness.admin.query("update calendar.appointment set status = $2, check_in_at = now(), check_out_at = now() where id = $1", [
    daycare.id,
    AppointmentStatus.FINISHED,
  ]);
  expect(await find(["10"], 0, 9)).toEqual([]);
  expect(stay.status).not.toBe(AppointmentStatus.CANCELLED);
});

test("too many days, and an end before its beginning, are refused with the field", async () => {
  for (const [from, to] of [
    [3, 1],
    [0, 200],
  ] as const) {
    const { code, options } = await refusalOf(find(["10"], from, to));
    expect([code, options.fields?.[0]?.field]).toEqual([ErrorCode.PARAMS_INVALID, "endDate"]);
  }
});
