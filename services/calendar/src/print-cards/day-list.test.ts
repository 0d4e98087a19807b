import { toWireDate } from "@leashline/kit";
import { CareKind, CareService } from "@leashline/proto/leashline/calendar/v1/care_service_pb.js";
import { DayListService } from "@leashline/proto/leashline/calendar/v1/day_list_service_pb.js";
import { PrintCardService } from "@leashline/proto/leashline/calendar/v1/print_card_service_pb.js";
import { LodgingUnitChangedSchema } from "@leashline/proto/leashline/offering/v1/events_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Harness, openHarness } from "../../test/harness.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
  const lodgingUnit = { lodgingUnitId: "11", businessId: "1", lodgingTypeId: "1", name: "Suite 11", version: 1 };
  await harness.tell(LodgingUnitChangedSchema, { lodgingUnit });
});
afterAll(() => harness.stop());

const lists = (caller = {}) => harness.client(DayListService, caller);
const stay = (petId: string, from: string, to: string) =>
  harness.book({
    date: from,
    start: 720,
    endDate: toWireDate(to),
    endTime: 660,
    staffId: "-10",
    petId,
    petServices: [{ petId, services: [{ serviceId: "95", lodgingUnitId: "11" }] }],
  });
const on = (date: string) => ({ date: toWireDate(date) });
const ids = (list: { appointments: { id: string }[] }) => list.appointments.map(({ id }) => id);

test("card-list-response-groups: who comes, who goes and who is there on a day, with the lines by care type and where they sleep", async () => {
  const early = await stay("10", "2031-06-02", "2031-06-05");
  const late = await stay("20", "2031-06-05", "2031-06-08");
  const groom = await harness.book({ date: "2031-06-05", start: 600, petId: "40" });
  const daycare = [{ petId: "70", services: [{ serviceId: "96" }] }];
  const playing = await harness.book({ date: "2031-06-05", start: 660, petId: "70", petServices: daycare, staffId: "2" });
  const other = (petId: string, serviceId: string, start: number) =>
    harness.book({ date: "2031-06-05", start, petId, petServices: [{ petId, services: [{ serviceId }] }] });
  const [tried, walked] = [await other("80", "93", 780), await other("90", "94", 900)];
  const arriving = await lists().listBoardingArrivalCards(on("2031-06-05"));
  expect(ids(arriving)).toEqual([late.id]);
  expect(arriving.boardings).toMatchObject([{ appointmentId: late.id, petService: { petId: "20", lodgings: [{ lodgingUnitId: "11" }] } }]);
  expect(arriving.lodgingUnits).toMatchObject([{ lodgingUnitId: "11", lodgingTypeId: "1", name: "Suite 11" }]);
  expect(arriving.lodgingTypes).toMatchObject([{ lodgingTypeId: "1", name: "Kennel" }]);
  expect(ids(await lists().listBoardingDepartureCards(on("2031-06-05")))).toEqual([early.id]);
  expect(ids(await lists().listBoardingDepartureCards(on("2031-06-04")))).toEqual([]);
  const all = await lists().listAppointmentCards(on("2031-06-05"));
  expect(ids(all).toSorted()).toEqual([early.id, late.id, groom.id, playing.id, tried.id, walked.id].toSorted());
  const count = [all.boardings, all.groomings, all.daycares, all.evaluations, all.dogWalkings].map((list) => list.length);
  expect(count).toEqual([2, 1, 1, 1, 1]);
  expect(all.lodgingTypes.map(({ name }) => name)).toEqual(["Kennel"]);
  expect(all.lodgingUnits.map(({ name }) => name)).toEqual(["Suite 11"]);
  expect(all.pets.map((one) => one.pet?.petName).toSorted()).toEqual(["Pet 10", "Pet 20", "Pet 40", "Pet 70", "Pet 80", "Pet 90"]);
  const first = await lists().listAppointmentCards({ ...on("2031-06-05"), pageSize: 3 });
  const rest = await lists().listAppointmentCards({ ...on("2031-06-05"), pageSize: 3, pageToken: first.nextPageToken });
  expect([...ids(first), ...ids(rest)]).toEqual(ids(all));
});

test("what pets are given and what they brought stands on the card and the list; phones are for who may see them", async () => {
  const { id: appointmentId } = await stay("30", "2031-07-01", "2031-07-03");
  const care = harness.client(CareService);
  await care.createCareSchedule({
    appointmentId,
    petId: "30",
    kind: CareKind.FEEDING,
    name: "Kibble",
    amount: "1",
    unit: "cup",
    times: [480],
  });
  const { belonging } = await care.addBelonging({ appointmentId, petId: "30", name: "Blanket" });
  await care.addBelonging({ appointmentId, petId: "30", name: "Ball" });
  await care.returnBelonging({ appointmentId, belongingId: belonging?.belongingId ?? "0", returned: true });
  const { cards } = await harness.client(PrintCardService).listStayPrintCards(on("2031-07-02"));
  expect(cards[0]?.careSchedules).toMatchObject([{ name: "Kibble", times: [480] }]);
  expect(cards[0]?.belongings.map(({ name }) => name)).toEqual(["Ball"]);
  expect(cards[0]?.lodgingUnits.map(({ name }) => name)).toEqual(["Suite 11"]);
  const leaving = await lists().listBoardingDepartureCards(on("2031-07-03"));
  expect(leaving.belongings.map(({ name }) => name)).toEqual(["Ball"]);
  expect(leaving.clients[0]?.phoneDisplay).not.toBe("");
  const groomer = {
    permissions: [Permission.VIEW_CALENDAR, Permission.VIEW_CLIENTS_ALL_LOCATIONS],
    employeeCategory: 0,
    staffId: "1",
    accountId: "77",
  };
  expect((await lists(groomer).listBoardingDepartureCards(on("2031-07-03"))).clients.map((one) => one.phoneDisplay)).toEqual([""]);
});
