import { toWireDate } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { AbsencePlan, StaffAppointmentService } from "@leashline/proto/leashline/calendar/v1/staff_appointment_service_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Harness, openHarness } from "../../test/harness.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness(["1", "2", "3", "4", "5", "6", "7", "8"]);
});
afterAll(async () => {
  await harness.stop();
});
const ahead = (days: number): string => Temporal.Now.plainDateISO("America/Los_Angeles").add({ days }).toString();
const staff = (caller = {}) => harness.client(StaffAppointmentService, caller);
const counts = async (ids: string[], caller = {}): Promise<number[]> =>
  (await staff(caller).getStaffUpcomingCounts({ staffIds: ids })).counts.map((count) => count.upcoming);
const anyhow = { override: { overbook: true, outsideWorkingHours: true, reason: "asked for" } };

describe("handing appointments over", () => {
  test("what is over, finished or cancelled is neither counted nor moved; every move is in the log and can be taken back", async () => {
    const appointment = await harness.book({ date: ahead(7), start: 600, staffId: "1", ...anyhow });
    const cancelled = await harness.book({ date: ahead(8), start: 600, staffId: "1", ...anyhow });
    await harness.client(AppointmentService).cancelAppointment({ id: cancelled.id });
    const past = await harness.book({ date: ahead(-2), start: 600, staffId: "1", ...anyhow });
    expect(await counts(["1", "2", "777"])).toEqual([1, 0, 0]);
    expect(await staff().transferStaffAppointments({ fromStaffId: "1", toStaffId: "2" })).toMatchObject({ transferred: 1, more: false });
    expect(await counts(["1", "2"])).toEqual([0, 1]);
    const appointments = harness.client(AppointmentService);
    const read = async (id: string) => (await appointments.getAppointment({ id })).appointment;
    expect(await read(appointment.id)).toMatchObject({ staffId: "2", startTime: 600, version: appointment.version + 1 });
    expect([(await read(cancelled.id))?.staffId, (await read(past.id))?.staffId]).toEqual(["1", "1"]);
    const { entries: log } = await appointments.listActionLog({ id: appointment.id });
    expect(log[0]?.detail).toMatch(/with Staff 1 → .* with Staff 2$/);
    await appointments.undoChange({ id: appointment.id });
    expect((await read(appointment.id))?.staffId).toBe("1");
    expect(await staff().transferStaffAppointments({ fromStaffId: "1", toStaffId: "0" })).toMatchObject({ transferred: 1, overbooked: 0 });
    expect((await read(appointment.id))?.staffId).toBe("-10");
  });

  test("a visit of today is handed over until it has ended", async () => {
    const [open, ended] = await Promise.all([600, 700].map((start) => harness.book({ date: ahead(1), start, staffId: "3", ...anyhow })));
    const endsIn = (id: string, by: string) =>
      harness.admin.query(
        "update calendar.appointment set start_at = clock_timestamp() - interval '1 hour', end_at = clock_timestamp() + $2::interval where id = $1",
        [id, by],
      );
    await endsIn(open!.id, "1 minute");
    await endsIn(ended!.id, "-1 minute");
    expect(await counts(["3"])).toEqual([1]);
    expect(await staff().transferStaffAppointments({ fromStaffId: "3", toStaffId: "4" })).toMatchObject({ transferred: 1 });
    const staffOf = async (id: string) => (await harness.client(AppointmentService).getAppointment({ id })).appointment?.staffId;
    expect([await staffOf(open!.id), await staffOf(ended!.id)]).toEqual(["4", "3"]);
    for (const { id } of [open!, ended!]) await harness.client(AppointmentService).cancelAppointment({ id });
  });

  test("a person's share of an appointment of two moves, the other's stays", async () => {
    const two = await harness.book({
      date: ahead(9),
      start: 540,
      staffId: "3",
      petServices: [
        { petId: "10", services: [{ serviceId: "1", staffId: "3" }] },
        { petId: "11", services: [{ serviceId: "1", staffId: "4" }] },
      ],
      ...anyhow,
    });
    await staff().transferStaffAppointments({ fromStaffId: "4", toStaffId: "5" });
    expect(await counts(["3", "4", "5"])).toEqual([1, 0, 1]);
    expect((await harness.client(AppointmentService).getAppointment({ id: two.id })).appointment?.staffId).toBe("3");
  });

  test("a part of a shared service whose taker does one before somebody else's stays for a hand: nobody else is moved", async () => {
    const operationList = ["6", "7", "8"].map((staffId) => ({ staffId, duration: 20 }));
    const petServices = [{ petId: "10", services: [{ serviceId: "1", operationList }] }];
    const ofWeek = Temporal.PlainDate.from(ahead(10)).dayOfWeek;
    // A Wednesday, on which they work.
    const [date, later] = [ahead(13 - ofWeek + (ofWeek > 3 ? 7 : 0)), ahead(21)];
    const shared = await harness.book({ date, start: 600, petServices, ...anyhow });
    await harness.book({ date: later, start: 600, staffId: "8", petId: "20", ...anyhow });
    const planned = await staff().planStaffAbsence({
      ...{ businessId: "1", staffId: "8", toStaffIds: ["6"], plan: AbsencePlan.OTHER_STAFF },
      ...{ startDate: toWireDate(date), endDate: toWireDate(date) },
    });
    expect(planned.rows.map(({ staffId }) => staffId)).toEqual(["0"]);
    expect(await staff().transferStaffAppointments({ fromStaffId: "8", toStaffId: "6" })).toMatchObject({ transferred: 1, more: false });
    expect(await counts(["8"])).toEqual([1]);
    const partsNow = async () =>
      (await harness.client(AppointmentService).getAppointment({ id: shared.id })).appointment?.petServiceList[0]?.operationList.map(
        (one) => [one.staffId, one.startTime, one.duration],
      );
    expect(await partsNow()).toEqual([
      ["6", 600, 20],
      ["7", 620, 20],
      ["8", 640, 20],
    ]);
    expect(await staff().transferStaffAppointments({ fromStaffId: "8", toStaffId: "7" })).toMatchObject({ transferred: 1 });
    expect(await partsNow()).toEqual([
      ["6", 600, 20],
      ["7", 620, 40],
    ]);
  });

  test("nobody is offered who does another pet of the visit at that time", async () => {
    const ofWeek = Temporal.PlainDate.from(ahead(30)).dayOfWeek;
    // A Wednesday, on which they work.
    const date = ahead(33 - ofWeek + (ofWeek > 3 ? 7 : 0));
    const petServices = [
      { petId: "10", services: [{ serviceId: "1", staffId: "1" }] },
      { petId: "11", services: [{ serviceId: "1", staffId: "2", startTime: 600 }] },
    ];
    const visit = await harness.book({ date, start: 600, petServices });
    expect(visit.petServiceList.map(({ startTime }) => startTime)).toEqual([600, 600]);
    const away = (toStaffId: string) =>
      staff().planStaffAbsence({
        ...{ businessId: "1", staffId: "2", toStaffIds: [toStaffId], plan: AbsencePlan.OTHER_STAFF },
        ...{ startDate: toWireDate(date), endDate: toWireDate(date) },
      });
    expect((await away("1")).rows.map(({ staffId }) => staffId)).toEqual(["0"]);
    expect((await away("5")).rows.map(({ staffId }) => staffId)).toEqual(["5"]);
    await harness.client(AppointmentService).cancelAppointment({ id: visit.id });
  });

  test("an absence on a day that no calendar has is refused with the field", async () => {
    const { options } = await refusalOf(staff().planStaffAbsence({ businessId: "1", staffId: "1", startDate: toWireDate("9999-12-31") }));
    expect(options.fields?.[0]).toMatchObject({ field: "startDate", reason: "must be a day from 2000 to 2099" });
  });

  test("callers reach the appointments of their own locations only, and only somebody who is here takes over", async () => {
    const elsewhere = { businessId: "2", businessIds: ["2"] };
    expect(await counts(["3"], elsewhere)).toEqual([0]);
    expect(await staff(elsewhere).transferStaffAppointments({ fromStaffId: "3", toStaffId: "5" })).toMatchObject({ transferred: 0 });
    expect(await counts(["3"])).toEqual([1]);
    for (const toStaffId of ["3", "900"])
      expect((await refusalOf(staff().transferStaffAppointments({ fromStaffId: "3", toStaffId }))).code).toBe(404);
  });
});
