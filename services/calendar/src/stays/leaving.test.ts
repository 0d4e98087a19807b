import { ErrorCode, toMoney, toWireDate } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { StayService } from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import { LodgingUnitChangedSchema } from "@leashline/proto/leashline/offering/v1/events_pb.js";
import { OrderBalanceChangedSchema } from "@leashline/proto/leashline/order/v1/events_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clientOf, type Harness, openHarness } from "../../test/harness.ts";

const { CHECKED_IN, FINISHED } = AppointmentStatus;
let harness: Harness;
beforeAll(async () => {
  harness = await openHarness(["1"]);
  for (const id of ["11", "12", "13"]) {
    const lodgingUnit = { lodgingUnitId: id, businessId: "1", lodgingTypeId: "1", name: `Unit ${id}`, version: 1 };
    await harness.tell(LodgingUnitChangedSchema, { lodgingUnit });
  }
});
afterAll(() => harness.stop());

const api = () => harness.client(AppointmentService);
const today = Temporal.Now.plainDateISO("America/Los_Angeles");
const day = (plus: number) => today.add({ days: plus }).toString();
const book = (unitId: string, from: number, to: number, petId: string) =>
  harness.book({
    date: day(from),
    start: 0,
    endDate: toWireDate(day(to)),
    endTime: 1439,
    staffId: "-10",
    petId,
    petServices: [{ petId, services: [{ serviceId: "95", lodgingUnitId: unitId }] }],
  });
const freeFor = async (petId: string, from: number, to: number) => {
  const days = { startDate: toWireDate(day(from)), endDate: toWireDate(day(to)), startTime: 720, endTime: 660 };
  const { lodgings } = await harness.client(StayService).findFreeLodgings({ customerId: clientOf(petId), petIds: [petId], ...days });
  return lodgings.filter((one) => one.refusal === 0).map((one) => one.lodgingUnitId);
};

test("who leaves early frees the nights that are left, at the price that was agreed; taken back, the nights are theirs again", async () => {
  const stay = await book("11", -2, 5, "10");
  expect(await freeFor("20", 1, 4)).toEqual(["12", "13"]);
  await api().updateStatus({ id: stay.id, status: CHECKED_IN });
  const { appointment: left } = await api().updateStatus({ id: stay.id, status: FINISHED });
  expect(left).toMatchObject({ status: FINISHED, endDate: toWireDate(day(0)), estimatedTotalPrice: { units: 315n } });
  expect(await freeFor("20", 1, 4)).toEqual(["11", "12", "13"]);
  const { entries } = await api().listActionLog({ id: stay.id });
  expect(entries[0]?.detail).toContain(`left on ${day(0)} instead of ${day(5)}`);
  const { appointment } = await api().undoChange({ id: stay.id });
  expect(appointment).toMatchObject({ status: CHECKED_IN, endDate: toWireDate(day(5)) });
  expect(await freeFor("20", 1, 4)).toEqual(["12", "13"]);
});

test("who leaves early pays for the nights stayed where staff choose so, at the agreed rate; taken back, all nights are charged again", async () => {
  const stay = await book("13", -2, 5, "60");
  expect(stay.estimatedTotalPrice?.units).toBe(315n);
  await api().updateStatus({ id: stay.id, status: CHECKED_IN });
  const { appointment: left } = await api().updateStatus({ id: stay.id, status: FINISHED, chargeNightsStayed: true });
  expect(left).toMatchObject({ status: FINISHED, endDate: toWireDate(day(0)), estimatedTotalPrice: { units: 90n } });
  const { appointment: back } = await api().revertStatus({ id: stay.id });
  expect(back).toMatchObject({ status: CHECKED_IN, endDate: toWireDate(day(5)), estimatedTotalPrice: { units: 315n } });
  await api().cancelAppointment({ id: stay.id });
});

test("who pays for a stay that goes on stays; a night at least is theirs", async () => {
  const stay = await book("12", 0, 4, "30");
  await api().updateStatus({ id: stay.id, status: CHECKED_IN });
  const paid = toMoney(18_000, "USD");
  const order = { orderId: "7", appointmentId: stay.id, paid, remain: toMoney(0, "USD"), paymentStatus: "paid", version: 2 };
  await harness.tell(OrderBalanceChangedSchema, { order });
  expect((await api().getAppointment({ id: stay.id })).appointment).toMatchObject({ status: CHECKED_IN, endDate: toWireDate(day(4)) });
  const { appointment } = await api().updateStatus({ id: stay.id, status: FINISHED });
  expect(appointment?.endDate).toEqual(toWireDate(day(1)));
});

test("an early finish that is taken back by its status gives the stay its nights and its unit again, or says who has them", async () => {
  const stay = await book("13", -1, 6, "40");
  await api().updateStatus({ id: stay.id, status: CHECKED_IN });
  await api().updateStatus({ id: stay.id, status: FINISHED });
  const { appointment: back } = await api().revertStatus({ id: stay.id });
  expect(back).toMatchObject({ status: CHECKED_IN, endDate: toWireDate(day(6)) });
  expect(await freeFor("20", 2, 5)).not.toContain("13");
  await api().updateStatus({ id: stay.id, status: FINISHED });
  await book("13", 2, 4, "50");
  const refusal = await refusalOf(api().revertStatus({ id: stay.id }));
  expect([refusal.code, refusal.options.facts]).toMatchObject([ErrorCode.ROOM_NOT_AVAILABLE, { why: "taken", lodgingUnitId: "13" }]);
  expect((await api().getAppointment({ id: stay.id })).appointment).toMatchObject({ status: FINISHED });
});
