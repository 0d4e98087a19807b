import { toWireDate } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { CalendarSettingService } from "@leashline/proto/leashline/calendar/v1/calendar_setting_service_pb.js";
import { DaycareService } from "@leashline/proto/leashline/calendar/v1/daycare_service_pb.js";
import { OverviewService, OverviewStatus, OverviewStay } from "@leashline/proto/leashline/calendar/v1/overview_service_pb.js";
import { LodgingUnitChangedSchema } from "@leashline/proto/leashline/offering/v1/events_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Harness, openHarness } from "../../test/harness.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness(["1"]);
  const unit = { businessId: "1", lodgingTypeId: "1", version: 1 };
  for (const lodgingUnitId of ["11", "12", "13", "14"])
    await harness.tell(LodgingUnitChangedSchema, { lodgingUnit: { ...unit, lodgingUnitId, name: `Unit ${lodgingUnitId}` } });
});
afterAll(() => harness.stop());

const today = Temporal.PlainDate.from("2034-05-10");
const day = (plus: number): string => today.add({ days: plus }).toString();

async function board(from: number, to: number, pets: readonly string[]): Promise<string> {
  const petServices = pets.map((petId) => ({ petId, services: [{ serviceId: "95" }] }));
  const span = { date: day(from), start: 840, endDate: toWireDate(day(to)), endTime: 660 };
  return (await harness.book({ ...span, staffId: "-10", petId: pets[0] ?? "0", petServices })).id;
}

const shown = (stay: OverviewStay, status = OverviewStatus.UNSPECIFIED) =>
  harness.client(OverviewService).listOverviewAppointments({ date: toWireDate(day(0)), stay, status });

test("the day says which stays arrive, leave and sleep here, with their pets; each can be asked for alone, under every tab", async () => {
  const arrives = await board(0, 3, ["10", "11"]);
  const leaves = await board(-2, 0, ["20"]);
  const stays = await board(-1, 1, ["30"]);
  const canceled = await board(0, 2, ["40"]);
  const visit = (await harness.book({ date: day(0), start: 600, petId: "50" })).id;
  await harness.client(AppointmentService).cancelAppointment({ id: canceled });

  const all = await shown(OverviewStay.UNSPECIFIED);
  expect(all.appointments.map(({ id }) => id).sort()).toEqual([arrives, leaves, stays, visit].sort());
  expect(all.stays.map(({ stay, appointments, pets }) => [stay, appointments, pets])).toEqual([
    [OverviewStay.ARRIVAL, 1, 2],
    [OverviewStay.DEPARTURE, 1, 1],
    [OverviewStay.OVERNIGHT, 2, 3],
  ]);

  const idsOf = async (stay: OverviewStay, status?: OverviewStatus) => (await shown(stay, status)).appointments.map(({ id }) => id).sort();
  expect(await idsOf(OverviewStay.ARRIVAL)).toEqual([arrives]);
  expect(await idsOf(OverviewStay.DEPARTURE)).toEqual([leaves]);
  expect(await idsOf(OverviewStay.OVERNIGHT)).toEqual([arrives, stays].sort());
  expect(await idsOf(OverviewStay.DEPARTURE, OverviewStatus.IN_STORE)).toEqual([]);

  const gone = async () => (await shown(OverviewStay.UNSPECIFIED)).stays.map(({ petsGone }) => petsGone);
  expect(await gone()).toEqual([0, 0, 0]);
  // Its last day is years ahead: finished by hand it would give back its nights.
  const standing = (status: AppointmentStatus) =>
    harness.admin.query("update calendar.appointment set status = $2, check_out_at = now() where id = $1", [leaves, status]);
  await standing(AppointmentStatus.FINISHED);
  expect(await gone()).toEqual([0, 1, 0]);
  expect((await shown(OverviewStay.UNSPECIFIED)).stays[1]).toMatchObject({ appointments: 1, pets: 1 });
  await standing(AppointmentStatus.UNCONFIRMED);

  const departures = await shown(OverviewStay.DEPARTURE);
  expect(departures.counts[0]).toMatchObject({ status: OverviewStatus.EXPECTED, appointments: 1, pets: 1 });
  expect(departures.stays, "what the others are stays in sight").toEqual(all.stays);
});

test("each day says how many pets come for daycare, sleep here, arrive and leave, each once; what is canceled or of another kind does not count", async () => {
  const first = today.add({ months: 2 });
  const on = (plus: number) => first.add({ days: plus }).toString();
  const from = (plus: number) => 61 + plus; // The tenth of July is 61 days after the tenth of May.
  const careTypes = async () => (await harness.client(CalendarSettingService).getCalendarSetting({})).dayCareTypes;
  expect(await careTypes()).toEqual(["BOARDING"]);
  await harness.client(DaycareService).updateDaycareSetting({ setting: { limited: true, heads: Array(7).fill(2) } });
  expect(await careTypes()).toEqual(["DAYCARE", "BOARDING"]);
  await board(from(-1), from(1), ["10", "11"]);
  await board(from(1), from(2), ["20"]);
  await harness.client(AppointmentService).cancelAppointment({ id: await board(from(0), from(2), ["30"]) });
  const daycare = (petId: string, start: number, duration: number) =>
    harness.book({ date: on(1), start, petId, petServices: [{ petId, services: [{ serviceId: "96", duration }] }] });
  await daycare("40", 480, 240);
  await daycare("41", 780, 240);
  await daycare("42", 480, 540);
  await harness.book({ date: on(1), start: 600, petId: "50" });

  const { days } = await harness.client(OverviewService).getCareDays({ startDate: toWireDate(on(0)), endDate: toWireDate(on(3)) });
  const seen = days.map((one) => [
    one.daycarePets,
    one.daycareAtOnce,
    one.daycareHeads,
    one.boardingPets,
    one.arrivingPets,
    one.leavingPets,
  ]);
  expect(seen).toEqual([
    [0, 0, 2, 2, 0, 0],
    [3, 2, 2, 1, 1, 2],
    [0, 0, 2, 0, 0, 1],
    [0, 0, 2, 0, 0, 0],
  ]);
  expect(days[1]?.date).toMatchObject({ year: 2034, month: 7, day: 11 });
});

test("the days of care are asked for in order and 62 at most", async () => {
  const ask = (plus: number) =>
    harness.client(OverviewService).getCareDays({ startDate: toWireDate(day(0)), endDate: toWireDate(day(plus)) });
  for (const plus of [-1, 63]) expect((await refusalOf(ask(plus))).options.fields?.[0]?.field).toBe("endDate");
  expect((await ask(62)).days).toHaveLength(63);
});
