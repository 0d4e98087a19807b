import { ErrorCode, toWireDate } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { NoShow } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { StayService } from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import { LodgingUnitChangedSchema } from "@leashline/proto/leashline/offering/v1/events_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Harness, openHarness } from "../../test/harness.ts";
import { type Desk, overlaps, type RegisteredStay, registerOf, replay } from "../../test/register.ts";

// A register like a hotel's, replayed through the API: kennels 11 to 13 for two dogs each and meadow 21 for six. `LEASHLINE_BENCH_ONLY=replay make bench` replays 15,000.

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness(["1"]);
  for (const [n, lodgingUnitId] of ["11", "12", "13", "21"].entries()) {
    const lodgingUnit = {
      lodgingUnitId,
      businessId: "1",
      lodgingTypeId: lodgingUnitId.startsWith("2") ? "2" : "1",
      name: `Unit ${lodgingUnitId}`,
    };
    await harness.tell(LodgingUnitChangedSchema, { lodgingUnit: { ...lodgingUnit, version: n + 2 } });
  }
});
afterAll(() => harness?.stop());

const start = Temporal.PlainDate.from("2034-03-01");
const dayOf = (n: number) => toWireDate(start.add({ days: n }).toString());
const may: readonly number[] = [ErrorCode.ROOM_NOT_AVAILABLE];
const allowed = async (call: Promise<unknown>): Promise<boolean> => {
  const error = await call.then(
    () => null,
    (refusal: unknown) => refusal,
  );
  if (error === null) return true;
  expect(may).toContain((await refusalOf(Promise.reject(error))).code);
  return false;
};

test("a register of 160 stays with cancellations, changes of room, longer stays and no-shows is replayed without an overlap", async () => {
  const [api, stays] = [harness.client(AppointmentService), harness.client(StayService)];
  const ids = new Map<number, string>();
  const idOf = (n: number) => ids.get(n) ?? "0";
  const petsOf = ({ guest, pets }: RegisteredStay) => Array.from({ length: pets }, (_, n) => String(10 * (1 + (guest % 39)) + n));
  const desk: Desk = {
    book: async (stay, n) => {
      const petIds = petsOf(stay);
      const booking = harness.book({
        ...{ date: start.add({ days: stay.arrival }).toString(), start: 840, endDate: dayOf(stay.arrival + stay.nights), endTime: 660 },
        ...{ staffId: "-10", petId: petIds[0]! },
        petServices: petIds.map((petId) => ({ petId, services: [{ serviceId: "95" }] })),
      });
      return await allowed(booking.then(({ id }) => ids.set(n, id)));
    },
    move: (_, n) => allowed(stays.changeStay({ appointmentId: idOf(n), chooseAgain: true })),
    extend: ({ arrival, nights }, n) =>
      allowed(stays.changeStay({ appointmentId: idOf(n), endDate: dayOf(arrival + nights + 2), chooseAgain: true })),
    cancel: (_, n) => allowed(api.cancelAppointment({ id: idOf(n) })),
    noShow: (_, n) => allowed(api.cancelAppointment({ id: idOf(n), noShow: NoShow.NO_SHOW })),
  };
  const tally = await replay(registerOf(160, 45), desk, 4);
  expect(tally.book.done, "most find a room").toBeGreaterThan(60);
  expect(tally.book.refused, "and the house is full at times").toBeGreaterThan(5);
  for (const deed of ["move", "cancel"] as const) expect(tally[deed].done).toBeGreaterThan(3);
  for (const [what, text] of Object.entries(overlaps)) expect((await harness.admin.query(text, ["1"])).rows[0].n, what).toBe(0);
  const { rows } = await harness.admin.query("select deadlocks::int as n from pg_stat_database where datname = current_database()");
  expect(rows[0].n).toBe(0);
}, 60_000);
