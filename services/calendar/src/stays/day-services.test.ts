import { ErrorCode, toMoney, toWireDate } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { CareService } from "@leashline/proto/leashline/calendar/v1/care_service_pb.js";
import { DayListService } from "@leashline/proto/leashline/calendar/v1/day_list_service_pb.js";
import { StayService } from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import { StayDay } from "@leashline/proto/leashline/offering/v1/additional_service_pb.js";
import { LodgingUnitChangedSchema } from "@leashline/proto/leashline/offering/v1/events_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Harness, openHarness, parties } from "../../test/harness.ts";

// Service 76 adds playtime (98, 10.00) to every day and a bath (83, 50.00) to the last day of stays of two nights and more.
const [BOARDING, ADDING, BATH, PLAY] = ["95", "76", "83", "98"];
const { FIRST, LAST, EVERY, ON_DATE } = StayDay;

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness(["1"]);
  const lodgingUnit = { lodgingUnitId: "21", businessId: "1", lodgingTypeId: "2", name: "Meadow", capacity: 400, version: 1 };
  await harness.tell(LodgingUnitChangedSchema, { lodgingUnit });
});
afterAll(() => harness.stop());

const book = (services: object[], from = "2034-03-10", to = "2034-03-13", more: object = {}) => {
  const petServices = [{ petId: "10", services: services as { serviceId: string }[] }];
  const when = { date: from, start: 840, endDate: toWireDate(to), endTime: 660 };
  return harness.book({ ...when, staffId: "-10", petId: "10", petServices, ...more });
};
type Stay = Awaited<ReturnType<typeof book>> | undefined;
/** "83 LAST 5000", with the parts of its price. */
const lines = (stay: Stay) =>
  stay?.petServiceList.map(({ serviceId, stayDay, serviceDate, price, priceParts: [part] }) => {
    const of = part ? ` ${part.count} x ${part.each?.units}` : "";
    return `${serviceId} ${serviceDate ? `on ${serviceDate.day}` : StayDay[stayDay]} ${price?.units}${of}`;
  });
const change = async (stay: Stay, more: object) =>
  (await harness.client(StayService).changeStay({ appointmentId: stay!.id, ...more })).appointment;
const onDay = async (date: string) =>
  (await harness.client(CareService).listCareTasks({ date: toWireDate(date) })).services.map((one) => [
    one.serviceName,
    one.petName,
    one.time,
  ]);
const appointments = () => harness.client(AppointmentService);

test("boarding adds its services to a stay of so many nights, on their days and priced for as many; staff may leave them out", async () => {
  const added = ["76 UNSPECIFIED 135 3 x 45", "98 EVERY 40 4 x 10", "83 LAST 50"];
  const stay = await book([{ serviceId: ADDING }]);
  expect(lines(stay)).toEqual(added);
  expect(stay.estimatedTotalPrice?.units).toBe(225n);
  expect(stay.petServiceList.map(({ staffId }) => staffId)).toEqual(["-10", "-10", "-10"]);
  expect([stay.startTime, stay.endTime]).toEqual([840, 660]);
  expect(lines(await book([{ serviceId: ADDING }], "2034-03-10", "2034-03-11")), "too short").toEqual(["76 UNSPECIFIED 45 1 x 45"]);
  const without = await book([{ serviceId: ADDING }], "2034-03-10", "2034-03-13", { withoutBundled: true });
  expect(lines(without)).toEqual(["76 UNSPECIFIED 135 3 x 45"]);
  const own = [{ serviceId: ADDING }, { serviceId: BATH, stayDay: LAST, price: toMoney(2000, "USD") }];
  expect(lines(await book(own)), "what it has on that day is not added again").toEqual([
    "76 UNSPECIFIED 135 3 x 45",
    "83 LAST 20",
    "98 EVERY 40 4 x 10",
  ]);
});

test("the last day moves with the end of the stay, every day is priced anew, a named day stays or becomes the nearest; undone, all is what it was", async () => {
  const services = [
    { serviceId: BOARDING },
    { serviceId: PLAY, stayDay: EVERY },
    { serviceId: BATH, stayDay: LAST, staffId: "7", startTime: 600 },
    { serviceId: "1", stayDay: ON_DATE, serviceDate: toWireDate("2034-04-12") },
  ];
  const stay = await book(services, "2034-04-10", "2034-04-13");
  expect(lines(stay)).toEqual(["95 UNSPECIFIED 135 3 x 45", "98 EVERY 40 4 x 10", "83 LAST 50", "1 on 12 50"]);
  expect(await onDay("2034-04-13")).toEqual([
    ["Service 83", "Pet 10", 600],
    ["Service 98", "Pet 10", 0],
  ]);
  const printed = async (date: string) =>
    (await harness.client(DayListService).listAppointmentCards({ date: toWireDate(date) })).groomings.map(
      ({ petService }) => petService?.serviceId,
    );
  expect(await printed("2034-04-13"), "on the day's list only what is on that day").toEqual([PLAY, BATH]);
  const shorter = await change(stay, { endDate: toWireDate("2034-04-11") });
  expect(lines(shorter)).toEqual(["95 UNSPECIFIED 45 1 x 45", "98 EVERY 20 2 x 10", "83 LAST 50", "1 on 11 50"]);
  expect(await onDay("2034-04-13")).toEqual([]);
  expect((await onDay("2034-04-11")).map(([name]) => name)).toEqual(["Service 83", "Service 98", "Service 1"]);
  const { appointment: back } = await appointments().undoChange({ id: stay.id });
  expect(lines(back)).toEqual(lines(stay));
  const { appointment: moved } = await appointments().rescheduleCard({ appointmentId: stay.id, startDate: toWireDate("2034-04-20") });
  expect(lines(moved)).toEqual(["95 UNSPECIFIED 135 3 x 45", "98 EVERY 40 4 x 10", "83 LAST 50", "1 on 22 50"]);
  expect(moved?.petServiceList[2]).toMatchObject({ startTime: 600, staffId: "7" });
});

test("what a pet gets besides is changed with the stay: put on, put on other days, taken off", async () => {
  const stay = await book([{ serviceId: BOARDING }], "2034-05-10", "2034-05-12");
  const besides = (...services: object[]) => ({ services: { petServices: services.length > 0 ? [{ petId: "10", services }] : [] } });
  parties.length = 0;
  const bathed = await change(stay, besides({ serviceId: BATH, stayDay: FIRST }));
  expect(parties, "its pets are asked for once").toEqual([["10"]]);
  expect(lines(bathed)).toEqual(["95 UNSPECIFIED 90 2 x 45", "83 FIRST 50"]);
  const bath = { serviceId: BATH, petDetailId: bathed?.petServiceList[1]?.petDetailId };
  const daily = await change(stay, { endDate: toWireDate("2034-05-13"), ...besides({ ...bath, stayDay: EVERY }) });
  expect(lines(daily)).toEqual(["95 UNSPECIFIED 135 3 x 45", "83 EVERY 200 4 x 50"]);
  expect(daily?.petServiceList[1]?.petDetailId).toBe(bath.petDetailId);
  const agreed = await change(stay, besides({ ...bath, price: toMoney(8000, "USD") }));
  expect(lines(agreed), "a price by hand explains nothing").toEqual(["95 UNSPECIFIED 135 3 x 45", "83 EVERY 80"]);
  expect(lines(await change(stay, { endDate: toWireDate("2034-05-12") })), "in proportion").toContain("83 EVERY 60");
  expect(lines(await change(stay, besides()))).toEqual(["95 UNSPECIFIED 90 2 x 45"]);
  const { entries } = await appointments().listActionLog({ id: stay.id });
  expect(entries.map(({ detail }) => detail).join("\n")).toContain("Service 83 (first day)");
});

test("a named day that is sent as it was moves with its stay in the same change; another one is where it is put", async () => {
  const services = [{ serviceId: BOARDING }, { serviceId: "1", stayDay: ON_DATE, serviceDate: toWireDate("2034-08-11") }];
  const stay = await book(services, "2034-08-10", "2034-08-13");
  const petDetailId = stay.petServiceList[1]?.petDetailId;
  const bathOn = (date: string, more: object = {}) => [
    { petId: "10", services: [{ serviceId: "1", petDetailId, stayDay: ON_DATE, serviceDate: toWireDate(date), ...more }] },
  ];
  const to = (startDate: string, endDate: string, petServices: object[]) =>
    change(stay, { startDate: toWireDate(startDate), endDate: toWireDate(endDate), services: { petServices } });
  const price = toMoney(4000, "USD");
  expect(lines(await to("2034-08-11", "2034-08-14", bathOn("2034-08-11", { price })))).toContain("1 on 12 40");
  expect(lines(await to("2034-08-20", "2034-08-23", bathOn("2034-08-12")))).toContain("1 on 21 40");
  expect(lines(await to("2034-08-21", "2034-08-24", bathOn("2034-08-24")))).toContain("1 on 24 40");
  const boarding = { serviceId: BOARDING, petDetailId: stay.petServiceList[0]?.petDetailId };
  const [bath] = bathOn("2034-08-24")[0]!.services;
  const { appointment } = await appointments().updateAppointment({
    id: stay.id,
    appointmentDate: toWireDate("2034-08-01"),
    petServices: [{ petId: "10", services: [boarding, bath!] }],
  });
  expect(lines(appointment)).toContain("1 on 4 40");
});

test("who leaves early is charged what was booked, and the day on which they leave is the last one", async () => {
  const stay = await book(
    [{ serviceId: BOARDING }, { serviceId: PLAY, stayDay: EVERY }, { serviceId: BATH, stayDay: LAST }],
    "2034-06-10",
    "2034-06-13",
  );
  for (const status of [AppointmentStatus.CHECKED_IN, AppointmentStatus.FINISHED])
    await appointments().updateStatus({ id: stay.id, status });
  const { appointment } = await appointments().getAppointment({ id: stay.id });
  expect(lines(appointment)).toEqual(["95 UNSPECIFIED 135 3 x 45", "98 EVERY 40 4 x 10", "83 LAST 50"]);
  expect((await onDay("2034-06-11")).map(([name]) => name)).toContain("Service 83");
  expect(await onDay("2034-06-13")).toEqual([]);
});

test("what is put on a stay says on which days of it, and a visit becomes no stay beside what it holds: the stay can be changed after", async () => {
  const invalid = async (call: Promise<unknown>) => {
    const { code, options } = await refusalOf(call);
    return [code, options.fields?.[0]?.field];
  };
  const update = (id: string, ...services: { serviceId: string; stayDay?: StayDay }[]) =>
    appointments().updateAppointment({ id, petServices: [{ petId: "10", services }] });
  const stay = await book([{ serviceId: BOARDING }], "2034-09-20", "2034-09-22");
  const boarding = { serviceId: BOARDING, petDetailId: stay.petServiceList[0]?.petDetailId };
  const refused = [ErrorCode.PARAMS_INVALID, "petServices"];
  expect(await invalid(update(stay.id, boarding, { serviceId: BATH }))).toEqual(refused);
  expect(lines((await update(stay.id, boarding, { serviceId: BATH, stayDay: LAST })).appointment)).toContain("83 LAST 50");
  expect(lines(await change(stay, { endDate: toWireDate("2034-09-23") }))).toContain("83 LAST 50");
  const petServices = [{ petId: "10", services: [{ serviceId: "1" }] }];
  const visit = await harness.book({ date: "2034-09-28", start: 600, petId: "10", petServices });
  const kept = { serviceId: "1", petDetailId: visit.petServiceList[0]?.petDetailId };
  expect(await invalid(update(visit.id, kept, { serviceId: BOARDING }))).toEqual(refused);
});

test("days of a stay are refused where there is no stay, outside of it, for a pet that does not stay, and for what is no grooming", async () => {
  const refused = async (call: Promise<unknown>) => {
    const { code, options } = await refusalOf(call);
    return [code, options.fields?.[0]?.field];
  };
  const bath = { serviceId: BATH, stayDay: LAST };
  const invalid = (field: string) => [ErrorCode.PARAMS_INVALID, field];
  const visit = harness.book({ date: "2034-07-10", start: 600, petId: "10", petServices: [{ petId: "10", services: [bath] }] });
  expect(await refused(visit)).toEqual(invalid("petServices"));
  const late = { serviceId: BATH, stayDay: ON_DATE, serviceDate: toWireDate("2034-03-14") };
  expect(await refused(book([{ serviceId: BOARDING }, late]))).toEqual(invalid("serviceDate"));
  expect(await refused(book([{ serviceId: BOARDING }, { ...late, serviceDate: undefined }]))).toEqual(invalid("serviceDate"));
  expect(await refused(book([{ serviceId: BOARDING }, { serviceId: "96", stayDay: LAST }]))).toEqual(invalid("petServices"));
  expect(await refused(book([{ serviceId: BOARDING }, { serviceId: BATH }])), "without its day").toEqual(invalid("petServices"));
  expect(await refused(book([{ serviceId: BOARDING }, { ...bath, staffId: "1" }])), "not their work").toEqual(invalid("petServices"));
  const two = [
    { petId: "10", services: [{ serviceId: BOARDING }] },
    { petId: "11", services: [bath] },
  ];
  expect(await refused(book([], "2034-03-10", "2034-03-13", { petServices: two }))).toEqual(invalid("petServices"));
  const stay = await book([{ serviceId: BOARDING }], "2034-07-20", "2034-07-22");
  expect(await refused(change(stay, { services: { petServices: [{ petId: "10", services: [{ serviceId: BATH }] }] } }))).toEqual(
    invalid("services"),
  );
  const { rows } = await harness.admin.query("select convalidated from pg_constraint where conname = 'service_date_of_a_named_day'");
  expect(rows, "what was there before is held to it too").toEqual([{ convalidated: true }]);
});
