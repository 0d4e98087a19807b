import { toWireDate } from "@leashline/kit";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
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

  const departures = await shown(OverviewStay.DEPARTURE);
  expect(departures.counts[0]).toMatchObject({ status: OverviewStatus.EXPECTED, appointments: 1, pets: 1 });
  expect(departures.stays, "what the others are stays in sight").toEqual(all.stays);
});
