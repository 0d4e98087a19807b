import { ErrorCode, toWireDate } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { StaffChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { BatchAct, BatchService } from "@leashline/proto/leashline/calendar/v1/batch_service_pb.js";
import { CardService } from "@leashline/proto/leashline/calendar/v1/card_service_pb.js";
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
const batch = () => harness.client(BatchService);
const slots = () => harness.client(SlotService);
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
  const search = async (coming: object) => {
    const { days } = await slots().listFreeSlots({ startDate: toWireDate(day(4)), duration: 60, step: 240, ...coming });
    return days[0]?.staff.map(({ staffId }) => staffId);
  };
  expect(await search({ serviceIds: ["1"] })).toEqual(["1", "2"]);
  expect(await search({ serviceIds: ["84"] })).toEqual(["2"]);
  expect(await search({ comingPets: [{ serviceIds: ["1"] }, { serviceIds: ["84"] }] })).toEqual(["2"]);
});

test("who has a visit by an older rule is found free for moving it, and for nothing else", async () => {
  const { id } = await harness.book({ date: day(6), start: 600, staffId: "1" });
  await harness.tell(ServiceChangedSchema, { serviceId: "1", requireDedicatedStaff: true, staffIds: ["2"] });
  const asked = { staffIds: ["1"], startDate: toWireDate(day(6)), duration: 60, comingPets: [{ serviceIds: ["1"] }] };
  const found = async (more: object) => (await slots().listFreeSlots({ ...asked, ...more })).days.length;
  expect([await found({}), await found({ ignoreAppointmentId: id })]).toEqual([0, 1]);
  await harness.tell(ServiceChangedSchema, { serviceId: "1" });
});

test("what is offered instead of a time that is taken is with those who may do it", async () => {
  await harness.book({ date: day(7), start: 540, staffId: "2", petId: "20", duration: 540 });
  const withWhom = (offers: readonly { staffId: string }[] | undefined) => [...new Set(offers?.map(({ staffId }) => staffId))];
  const { options } = await refusalOf(book(7, "2"));
  expect(withWhom(options.conflict?.nextFree)).toEqual(["2"]);
  const { id } = await book(8, "2");
  const places = [{ appointmentId: id, startDate: toWireDate(day(7)) }];
  const { rows } = await batch().previewBatch({ act: BatchAct.RESCHEDULE, places });
  expect(rows.map(({ conflict }) => withWhom(conflict?.nextFree))).toEqual([["2"]]);
});

test.each([
  ["of the catalogue", 9, {}, {}],
  [
    "that the calendar knows, for a visitor of the booking page",
    10,
    { via: "online-booking" },
    { visitor: { strangerShare: 0, bounds: [] } },
  ],
])("a time is kept with those who may do what it is for, by the terms %s", async (_, on, caller, more) => {
  const hold = (...staffIds: string[]) =>
    harness.client(SlotService, caller).holdSlot({
      ...{ staffIds, date: toWireDate(day(on)), startTime: 600, duration: 60, comingPets: [{ serviceIds: ["84"] }], ...more },
    });
  expect(await refused(hold("1"))).toMatchObject({
    ...{ code: ErrorCode.OUTSIDE_WORKING_HOURS, field: "staffIds", facts: { why: "dedicatedStaff" } },
  });
  expect((await hold("1", "2")).staffId).toBe("2");
});

test("several are neither moved to somebody else nor booked again with them, and the plan says so before", async () => {
  const { id } = await book(10, "2");
  const places = [{ appointmentId: id, startDate: toWireDate(day(11)), staffId: "1" }];
  const asks = [
    () => batch().previewBatch({ act: BatchAct.RESCHEDULE, places }),
    () => batch().batchReschedule({ places }),
    () => batch().previewBatch({ act: BatchAct.BOOK_AGAIN, places }),
    () => batch().batchBookAgain({ places }),
  ];
  for (const ask of asks) expect(await refused(ask())).toMatchObject({ field: "staffId", facts: { why: "dedicatedStaff", staffId: "1" } });
  const same = places.map((place) => ({ ...place, staffId: "0" }));
  expect((await batch().batchBookAgain({ places: same })).appointments).toMatchObject([{ staffId: "2" }]);
});

test("an evaluation is not moved to somebody else", async () => {
  const petServices = [{ petId: "10", services: [{ serviceId: "93" }] }];
  const { id } = await harness.book({ date: day(12), start: 600, staffId: "2", petServices });
  await harness.tell(ServiceChangedSchema, { serviceId: "93", requireDedicatedStaff: true, staffIds: ["2"] });
  const move = harness.client(CardService).rescheduleEvaluationService({ appointment: { id, startTime: 600 }, staffId: "1" });
  expect(await refused(move)).toMatchObject({ field: "staffId", facts: { why: "dedicatedStaff" } });
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

test("who works at another location alone does not work here: booked, moved, repeated or several at once only by who may book outside working hours, and says why", async () => {
  await harness.tell(StaffChangedSchema, { staffId: "3", firstName: "Staff", lastName: "3", businessIds: ["3"], showOnCalendar: true });
  const outside = { code: ErrorCode.OUTSIDE_WORKING_HOURS, facts: { why: "unscheduled" } };
  const wish = { date: day(30), start: 600, staffId: "3" };
  const { options } = await refusalOf(harness.book(wish));
  expect(options.conflict?.nextFree.every(({ staffId }) => ["1", "2"].includes(staffId))).toBe(true);
  expect(await refused(harness.book(wish))).toMatchObject(outside);
  const { id } = await harness.book({ ...wish, staffId: "1" });
  expect(await refused(api().rescheduleCard({ appointmentId: id, staffId: "3" }))).toMatchObject(outside);
  expect(await refused(harness.client(SeriesService).changeSeries({ appointmentId: id, staffId: "3" }))).toMatchObject(outside);
  const { rows } = await batch().previewBatch({ act: BatchAct.RESCHEDULE, places: [{ appointmentId: id, staffId: "3" }] });
  expect(rows.map(({ why }) => why)).toEqual(["unscheduled"]);
  const startDate = toWireDate(day(30));
  expect((await slots().listFreeSlots({ staffIds: ["3"], startDate, duration: 60 })).days).toEqual([]);
  const override = { outsideWorkingHours: true, reason: "Covers for Staff 1" };
  expect(await harness.book({ ...wish, override })).toMatchObject({ petServiceList: [{ staffId: "3" }] });
  await harness.tell(StaffChangedSchema, {
    staffId: "3",
    firstName: "Staff",
    lastName: "3",
    businessIds: ["1", "3"],
    showOnCalendar: true,
  });
  expect((await api().rescheduleCard({ appointmentId: id, staffId: "3", startTime: 900 })).appointment).toMatchObject({ startTime: 900 });
});
