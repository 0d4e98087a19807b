import { ErrorCode, toWireDate } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { SeriesService } from "@leashline/proto/leashline/calendar/v1/series_service_pb.js";
import { SlotService } from "@leashline/proto/leashline/calendar/v1/slot_service_pb.js";
import { AbsencePlan, StaffAppointmentService } from "@leashline/proto/leashline/calendar/v1/staff_appointment_service_pb.js";
import { ServiceChangedSchema } from "@leashline/proto/leashline/offering/v1/events_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Harness, openHarness, type Wish } from "../../test/harness.ts";

// Service 84 is always somebody's work, and that of staff 2 alone.

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness(["1", "2"]);
});
afterAll(() => harness.stop());

const api = () => harness.client(AppointmentService);
const day = (week: number) => Temporal.PlainDate.from("2034-01-02").add({ weeks: week }).toString();
const book = (week: number, staffId: string, more: Partial<Wish> = {}) =>
  harness.book({ date: day(week), start: 600, staffId, petServices: [{ petId: "10", services: [{ serviceId: "84" }] }], ...more });
const refused = async (call: Promise<unknown>) => {
  const { code, message, options } = await refusalOf(call);
  return { code, message, field: options.fields?.[0]?.field ?? "", facts: options.facts };
};

test("a service with staff of its own is booked with one of them, not with nobody and not with others", async () => {
  const others = await refused(book(1, "1"));
  expect(others).toMatchObject({ code: ErrorCode.PARAMS_INVALID, field: "petServices", facts: { why: "dedicatedStaff", staffIds: "2" } });
  expect(others.message).toBe("Service 84 has staff of its own, and Staff 1 is not one of them. Choose somebody who does it.");
  expect((await refused(book(1, "-10"))).message).toBe(
    "Service 84 has staff of its own, and nobody is chosen. Choose somebody who does it.",
  );
  expect(await book(1, "2")).toMatchObject({ petServiceList: [{ staffId: "2" }] });
});

test("a card is not dragged to somebody else or to nobody, other changes pass, and who has it by an older rule keeps it", async () => {
  const { id } = await book(2, "2");
  expect(await refused(api().rescheduleCard({ appointmentId: id, staffId: "1" }))).toMatchObject({
    ...{ field: "staffId", facts: { why: "dedicatedStaff" } },
  });
  const series = harness.client(SeriesService).changeSeries({ appointmentId: id, staffId: "1" });
  expect(await refused(series)).toMatchObject({ field: "staffId", facts: { why: "dedicatedStaff" } });
  expect(await refused(api().rescheduleCard({ appointmentId: id, staffId: "-10" }))).toMatchObject({ field: "staffId" });
  expect((await api().rescheduleCard({ appointmentId: id, startTime: 720 })).appointment).toMatchObject({ startTime: 720 });
  const added = { id, petServices: [{ petId: "10", services: [{ serviceId: "1" }, { serviceId: "84", staffId: "1" }] }] };
  expect(await refused(api().updateAppointment(added))).toMatchObject({
    ...{ field: "petServices", facts: { why: "dedicatedStaff", serviceId: "84" } },
  });
  const free = await harness.book({ date: day(3), start: 600, staffId: "1" });
  await harness.tell(ServiceChangedSchema, { serviceId: "1", requireDedicatedStaff: true, staffIds: ["2"] });
  expect((await api().rescheduleCard({ appointmentId: free.id, startTime: 660 })).appointment).toMatchObject({ startTime: 660 });
  await harness.tell(ServiceChangedSchema, { serviceId: "1" });
});

test("free times of a service with staff of its own are theirs alone", async () => {
  const search = async (serviceIds: string[]) => {
    const { days } = await harness
      .client(SlotService)
      .listFreeSlots({ startDate: toWireDate(day(4)), duration: 60, step: 240, serviceIds });
    return days[0]?.staff.map(({ staffId }) => staffId);
  };
  expect(await search(["1"])).toEqual(["1", "2"]);
  expect(await search(["84"])).toEqual(["2"]);
});

test("who stands in for somebody who is away is looked for among a service's own staff", async () => {
  const [hers, anybodys] = [await book(5, "2"), await harness.book({ date: day(5), start: 720, staffId: "2", petId: "20" })];
  const asked = { staffId: "2", startDate: toWireDate(day(5)), plan: AbsencePlan.OTHER_STAFF };
  const { rows } = await harness.client(StaffAppointmentService).planStaffAbsence(asked);
  expect(rows.map((row) => [row.appointment?.id, row.staffId])).toEqual([
    [hers.id, "0"],
    [anybodys.id, "1"],
  ]);
});
