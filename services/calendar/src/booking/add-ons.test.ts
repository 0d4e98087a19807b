import { ErrorCode, toMoney, toWireDate } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { CareService } from "@leashline/proto/leashline/calendar/v1/care_service_pb.js";
import { RepeatFrequency, SeriesService } from "@leashline/proto/leashline/calendar/v1/series_service_pb.js";
import { StayService } from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import { StayDay } from "@leashline/proto/leashline/offering/v1/additional_service_pb.js";
import { LodgingUnitChangedSchema } from "@leashline/proto/leashline/offering/v1/events_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Harness, openHarness } from "../../test/harness.ts";

// Add-on 60 (15.00, 15 minutes) goes with services 1 and 97; 61 needs somebody, 62 is inactive, 63 is for dogs with a curly coat at location 1, 64 for cats, 65 at location 2, 66 for daycare;
// 67 and 68 for boarding, 69 for boarding of cats.

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness(["1", "2"]);
});
afterAll(() => harness.stop());

const api = () => harness.client(AppointmentService);
const day = (week: number) => Temporal.PlainDate.from("2034-01-02").add({ weeks: week }).toString();
type Input = string | object;
const inputs = (services: Input[]) => services.map((one) => (typeof one === "string" ? { serviceId: one } : one));
const book = (week: number, services: Input[], more: object = {}) =>
  harness.book({ date: day(week), start: 600, petServices: [{ petId: "10", services: inputs(services) }], ...more });
type Visit = Awaited<ReturnType<typeof book>> | undefined;
const linesOf = (visit: Visit) =>
  visit?.petServiceList.map((line) => [line.serviceId, line.startTime, line.staffId, Number(line.price?.units), line.addOn]);

test("an add-on follows its pet's service, with the same person, at its own price, tax and minutes", async () => {
  const visit = await book(1, [{ serviceId: "1", staffId: "2" }, "60"]);
  expect(linesOf(visit)).toEqual([
    ["1", 600, "2", 50, false],
    ["60", 660, "2", 15, true],
  ]);
  expect(visit).toMatchObject({ endTime: 675, estimatedTotalPrice: toMoney(6500, "USD") });
  expect(visit.petServiceList[1]).toMatchObject({ taxId: "1", duration: 15, serviceName: "Service 60", staffName: "Staff 2" });
  expect(linesOf((await api().getAppointment({ id: visit.id })).appointment)).toEqual(linesOf(visit));
  const other = await book(2, ["1", { serviceId: "60", staffId: "2" }]);
  expect(linesOf(other)?.map(([, , staffId]) => staffId)).toEqual(["1", "2"]);
});

test("each pet's add-on is with that pet's service", async () => {
  const petServices = [
    { petId: "10", services: [{ serviceId: "1", staffId: "2" }, { serviceId: "60" }] },
    { petId: "11", services: [{ serviceId: "97" }, { serviceId: "60" }] },
  ];
  const visit = await harness.book({ date: day(3), start: 600, petServices });
  expect(visit.petServiceList.map((line) => [line.petId, line.serviceId, line.staffId])).toEqual([
    ["10", "1", "2"],
    ["10", "60", "2"],
    ["11", "97", "1"],
    ["11", "60", "1"],
  ]);
});

test("an add-on is added and taken off as a service is, a move takes it along, and undo brings it back", async () => {
  const plain = await book(4, ["1"]);
  const bath = { serviceId: "1", petDetailId: plain.petServiceList[0]!.petDetailId, staffId: "1" };
  const update = async (services: object[]) =>
    (await api().updateAppointment({ id: plain.id, petServices: [{ petId: "10", services }] })).appointment;
  const more = await update([bath, { serviceId: "60" }]);
  expect(more).toMatchObject({ endTime: 675 });
  const moved = await api().rescheduleCard({ appointmentId: plain.id, startTime: 700, staffId: "2" });
  expect(linesOf(moved.appointment)).toEqual([
    ["1", 700, "2", 50, false],
    ["60", 760, "2", 15, true],
  ]);
  const fewer = await update([{ ...bath, staffId: "2" }]);
  expect(linesOf(fewer)?.map(([id]) => id)).toEqual(["1"]);
  expect(linesOf((await api().undoChange({ id: plain.id })).appointment)).toEqual(linesOf(moved.appointment));
});

test("a series keeps its add-ons", async () => {
  const first = await book(10, ["1", "60"]);
  const rule = { frequency: RepeatFrequency.WEEK, interval: 1, ends: { case: "count" as const, value: 3 } };
  const { appointments } = await harness.client(SeriesService).createSeries({ appointmentId: first.id, rule });
  for (const one of appointments)
    expect(linesOf(one)?.map(([id, , , , addOn]) => [id, addOn])).toEqual([
      ["1", false],
      ["60", true],
    ]);
});

test.each<[string, Input[], string]>([
  ["without a service", ["60"], "service"],
  ["on top of a service that it does not go with", ["98", "60"], "service"],
  ["of another care type", ["1", "66"], "service"],
  ["that is inactive", ["1", "62"], "inactive"],
  ["for another coat", ["1", "63"], "coat type"],
  ["for another kind of pet", ["1", "64"], "pet type"],
  ["of another location", ["1", "65"], "location"],
])("an add-on %s is refused, and nothing is booked", async (_, services, reason) => {
  expect(await refusalOf(book(20, services))).toMatchObject({
    code: ErrorCode.PARAMS_INVALID,
    options: { facts: { why: "addOn", reason, petId: "10" } },
  });
});

test("an add-on that is always somebody's work is refused with nobody", async () => {
  const refused = await refusalOf(book(21, [{ serviceId: "1", staffId: "-10" }, "61"]));
  expect(refused).toMatchObject({ code: ErrorCode.PARAMS_INVALID, options: { facts: { why: "dedicatedStaff", serviceId: "61" } } });
  expect(linesOf(await book(21, ["1", "61"]))?.map(([, , staffId]) => staffId)).toEqual(["1", "1"]);
});

test("the service below an add-on cannot go without it; the pet's other service can", async () => {
  const visit = await book(22, ["1", "97", "60"]);
  const [bath, trim, nails] = visit.petServiceList.map(({ serviceId, petDetailId, staffId }) => ({ serviceId, petDetailId, staffId }));
  const update = (services: object[]) => api().updateAppointment({ id: visit.id, petServices: [{ petId: "10", services }] });
  expect(await refusalOf(update([nails!]))).toMatchObject({
    code: ErrorCode.PARAMS_INVALID,
    options: { facts: { why: "addOn", reason: "service" } },
  });
  expect(linesOf((await update([trim!, nails!])).appointment)?.map(([id]) => id)).toEqual(["97", "60"]);
  expect(bath?.serviceId).toBe("1");
});

test("on top of a bath of a stay, an add-on is on the days of the bath", async () => {
  const lodgingUnit = { lodgingUnitId: "21", businessId: "1", lodgingTypeId: "2", name: "Meadow", capacity: 400, version: 1 };
  await harness.tell(LodgingUnitChangedSchema, { lodgingUnit });
  const petServices = [{ petId: "10", services: inputs(["95", { serviceId: "1", stayDay: StayDay.LAST }, "60"]) }];
  const when = { date: "2034-03-10", start: 840, endDate: toWireDate("2034-03-13"), endTime: 660, staffId: "-10" };
  const stay = await harness.book({ ...when, petServices });
  expect(stay.petServiceList.map(({ serviceId, stayDay, addOn, staffId }) => [serviceId, stayDay, addOn, staffId])).toEqual([
    ["95", StayDay.UNSPECIFIED, false, "-10"],
    ["1", StayDay.LAST, false, "-10"],
    ["60", StayDay.LAST, true, "-10"],
  ]);
});

const stay = (petServices: { petId: string; services: Input[] }[], more: object = {}) =>
  harness.book({
    ...{ date: "2034-04-10", start: 840, endDate: toWireDate("2034-04-13"), endTime: 660, staffId: "-10" },
    petServices: petServices.map(({ petId, services }) => ({ petId, services: inputs(services) })),
    ...more,
  });
const dated = (visit: Visit) =>
  visit?.petServiceList.map(({ serviceId, stayDay, price, addOn, staffId }) => [serviceId, stayDay, Number(price?.units), addOn, staffId]);
const sheetOf = async (date: string) =>
  (await harness.client(CareService).listCareTasks({ date: toWireDate(date) })).services.map(({ serviceName, petName }) => [
    serviceName,
    petName,
  ]);

test("an add-on of boarding is on the days that the catalogue says or somebody names, takes nobody's time, goes with the stay and is on the day's work", async () => {
  const lodgingUnit = { lodgingUnitId: "21", businessId: "1", lodgingTypeId: "2", name: "Meadow", capacity: 400, version: 1 };
  await harness.tell(LodgingUnitChangedSchema, { lodgingUnit });
  const visit = await stay([{ petId: "10", services: ["95", "67", { serviceId: "68", stayDay: StayDay.FIRST }] }]);
  expect(dated(visit)).toEqual([
    ["95", StayDay.UNSPECIFIED, 135, false, "-10"],
    ["67", StayDay.EVERY, 60, true, "-10"],
    ["68", StayDay.FIRST, 15, true, "-10"],
  ]);
  expect(visit).toMatchObject({ startTime: 840, endTime: 660, estimatedTotalPrice: toMoney(21_000, "USD") });
  expect(await sheetOf("2034-04-10")).toEqual([
    ["Service 67", "Pet 10"],
    ["Service 68", "Pet 10"],
  ]);
  expect(await sheetOf("2034-04-13")).toEqual([["Service 67", "Pet 10"]]);
  const longer = await harness.client(StayService).changeStay({ appointmentId: visit.id, endDate: toWireDate("2034-04-14") });
  expect(dated(longer.appointment)?.map(([id, , price]) => [id, price])).toEqual([
    ["95", 180],
    ["67", 75],
    ["68", 15],
  ]);
});

test("what a stay has on top of its boarding stays and gets more where the stay is changed; what does not go with that boarding is refused", async () => {
  const visit = await stay([{ petId: "10", services: ["95", "67"] }]);
  const kept = { serviceId: "67", petDetailId: visit.petServiceList[1]?.petDetailId ?? "0" };
  const change = (visitId: string, ...services: Input[]) =>
    harness.client(StayService).changeStay({
      ...{ appointmentId: visitId, endDate: toWireDate("2034-04-14") },
      services: { petServices: [{ petId: "10", services: inputs(services) as { serviceId: string }[] }] },
    });
  expect(dated((await change(visit.id, kept, "68")).appointment)).toEqual([
    ["95", StayDay.UNSPECIFIED, 180, false, "-10"],
    ["67", StayDay.EVERY, 75, true, "-10"],
    ["68", StayDay.LAST, 15, true, "-10"],
  ]);
  const other = await stay([{ petId: "10", services: ["71"] }], { withoutBundled: true });
  expect((await refusalOf(change(other.id, "68"))).options.facts).toMatchObject({ why: "addOn", reason: "service" });
});

test("boarding adds its add-ons to a stay that is long enough, for the pets that may have them", async () => {
  const pets = [
    { petId: "10", services: ["71"] },
    { petId: "11", services: ["71"] },
  ];
  expect(dated(await stay(pets))?.map(([id, day]) => [id, day])).toEqual([
    ["71", StayDay.UNSPECIFIED],
    ["67", StayDay.FIRST],
    ["71", StayDay.UNSPECIFIED],
    ["67", StayDay.FIRST],
  ]);
  expect(
    dated(await stay([{ petId: "10", services: ["71", "67"] }]))?.map(([id, on]) => [id, on]),
    "what was chosen comes once",
  ).toEqual([
    ["71", StayDay.UNSPECIFIED],
    ["67", StayDay.EVERY],
  ]);
  const short = await stay(pets, { endDate: toWireDate("2034-04-12") });
  expect(dated(short)?.map(([id]) => id)).toEqual(["71", "71"]);
});

test.each<[string, Input[], string]>([
  ["for another kind of pet", ["95", "69"], "pet type"],
  ["on top of boarding that it does not go with", ["71", "68"], "service"],
])("an add-on of boarding %s is refused", async (_, services, reason) => {
  const refusal = await refusalOf(stay([{ petId: "10", services }], { withoutBundled: true }));
  expect(refusal).toMatchObject({ code: ErrorCode.PARAMS_INVALID, options: { facts: { why: "addOn", reason } } });
});

test("an add-on of daycare is given during the day: it takes no place and nobody's time, and moves with the day", async () => {
  const visit = await book(30, ["96", "66"], { staffId: "-10" });
  expect(dated(visit)).toEqual([
    ["96", StayDay.UNSPECIFIED, 30, false, "-10"],
    ["66", StayDay.FIRST, 15, true, "-10"],
  ]);
  const [whole] = visit.petServiceList;
  expect([visit.startTime, visit.endTime]).toEqual([600, 600 + (whole?.duration ?? 0)]);
  expect(await sheetOf(day(30))).toEqual([["Service 66", "Pet 10"]]);
  const moved = await api().rescheduleCard({ appointmentId: visit.id, startDate: toWireDate(day(31)), startTime: 540 });
  expect(moved.appointment?.petServiceList.map(({ serviceId, startTime }) => [serviceId, startTime])).toEqual([
    ["96", 540],
    ["66", 0],
  ]);
  expect([await sheetOf(day(30)), await sheetOf(day(31))]).toEqual([[], [["Service 66", "Pet 10"]]]);
  const kept = moved.appointment!.petServiceList.map(({ petDetailId, serviceId }) => ({ petDetailId, serviceId }));
  const more = await api().updateAppointment({ id: visit.id, petServices: [{ petId: "10", services: [...kept, { serviceId: "1" }] }] });
  expect(more.appointment?.petServiceList.map(({ serviceId, startTime }) => [serviceId, startTime])).toEqual([
    ["96", 540],
    ["66", 0],
    ["1", 540],
  ]);
  expect((await refusalOf(book(30, ["66"]))).options.facts).toMatchObject({ why: "addOn", reason: "service" });
  const named = { serviceId: "66", serviceDate: toWireDate(day(32)) };
  for (const stayDay of [StayDay.LAST, StayDay.EVERY, StayDay.ON_DATE]) {
    const refusal = await refusalOf(book(32, ["96", { ...named, stayDay }], { staffId: "-10" }));
    expect(refusal).toMatchObject({ code: ErrorCode.PARAMS_INVALID, options: { fields: [{ field: "petServices" }] } });
  }
});

test("a booking request brings its add-ons as they were asked for; alone on a pet they are refused all the same, and staff who add one later go by the rules", async () => {
  const asked = (services: Input[], bookingRequestId: string) =>
    harness.book(
      { date: day(40), start: 600, petServices: [{ petId: "10", services: inputs(services) }], bookingRequestId },
      { via: "online-booking" },
    );
  const visit = await asked(["1", "64"], "640");
  expect(linesOf(visit)?.map(([serviceId, , , , addOn]) => [serviceId, addOn])).toEqual([
    ["1", false],
    ["64", true],
  ]);
  expect((await refusalOf(asked(["60"], "641"))).options.facts).toMatchObject({ why: "addOn", reason: "service" });
  const petServices = [
    {
      petId: "10",
      services: [...(visit?.petServiceList ?? []).map(({ petDetailId, serviceId }) => ({ petDetailId, serviceId })), { serviceId: "62" }],
    },
  ];
  const later = await refusalOf(api().updateAppointment({ id: visit?.id ?? "0", petServices }));
  expect(later.options.facts).toMatchObject({ why: "addOn", reason: "inactive" });
});
