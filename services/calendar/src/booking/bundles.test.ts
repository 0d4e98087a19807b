import { toMoney } from "@leashline/kit";
import { StaffChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Harness, openHarness } from "../../test/harness.ts";

// Service 80 comes with 1 (50.00) and 98 (10.00 an hour).

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness(["1", "2"]);
});
afterAll(() => harness.stop());

const api = () => harness.client(AppointmentService);
const day = (week: number) => Temporal.PlainDate.from("2034-01-02").add({ weeks: week }).toString();
const book = (week: number, serviceIds: string[], more: object = {}) =>
  harness.book({
    date: day(week),
    start: 600,
    petServices: [{ petId: "10", services: serviceIds.map((serviceId) => ({ serviceId })) }],
    ...more,
  });
type Visit = Awaited<ReturnType<typeof book>> | undefined;
const linesOf = (visit: Visit) =>
  visit?.petServiceList.map((line) => [line.serviceId, line.startTime, line.staffId, Number(line.price?.units)]);

test("choosing a service brings what is sold with it for the same pet, one after the other with the same person, each at its price", async () => {
  const visit = await book(1, ["80"]);
  expect(linesOf(visit)).toEqual([
    ["80", 600, "1", 50],
    ["1", 660, "1", 50],
    ["98", 720, "1", 10],
  ]);
  expect(visit).toMatchObject({ endTime: 780, estimatedTotalPrice: toMoney(11000, "USD") });
  expect(linesOf(await book(2, ["98", "80"]))?.map(([id]) => id)).toEqual(["98", "80", "1"]);
});

test("what comes along and has staff of its own is done by one of them", async () => {
  expect(linesOf(await book(6, ["79"]))?.map(([id, , staffId]) => [id, staffId])).toEqual([
    ["79", "1"],
    ["84", "2"],
  ]);
  expect(linesOf(await book(7, ["79"], { staffId: "2" }))?.map(([, , staffId]) => staffId)).toEqual(["2", "2"]);
});

test("who works at another location is not chosen for what comes along", async () => {
  const elsewhere = { staffId: "7", firstName: "Staff", lastName: "7", businessIds: ["2"], showOnCalendar: true };
  await harness.tell(StaffChangedSchema, elsewhere);
  expect(linesOf(await book(8, ["78"]))?.map(([id, , staffId]) => [id, staffId])).toEqual([
    ["78", "1"],
    ["83", "2"],
  ]);
});

test("what was taken off on purpose stays off, then and with later changes; a service that is added later brings its own", async () => {
  const alone = await book(3, ["80"], { withoutBundled: true });
  expect(linesOf(alone)?.map(([id]) => id)).toEqual(["80"]);
  const whole = await book(4, ["80"]);
  const [first, second] = whole.petServiceList;
  const kept = [first, second].map((line) => ({ serviceId: line!.serviceId, petDetailId: line!.petDetailId, staffId: "1" }));
  const fewer = await api().updateAppointment({ id: whole.id, petServices: [{ petId: "10", services: kept }] });
  expect(linesOf(fewer.appointment)?.map(([id]) => id)).toEqual(["80", "1"]);
  const plain = await book(5, ["97"]);
  const line = { serviceId: "97", petDetailId: plain.petServiceList[0]!.petDetailId, staffId: "1" };
  const services = [line, { serviceId: "80", staffId: "1" }];
  const more = await api().updateAppointment({ id: plain.id, petServices: [{ petId: "10", services }] });
  expect(linesOf(more.appointment)?.map(([id]) => id)).toEqual(["97", "80", "1", "98"]);
  expect(linesOf((await api().undoChange({ id: plain.id })).appointment)?.map(([id]) => id)).toEqual(["97"]);
});
