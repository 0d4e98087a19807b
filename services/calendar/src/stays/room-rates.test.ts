import { toMoney, toWireDate } from "@leashline/kit";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { StayHoldService } from "@leashline/proto/leashline/calendar/v1/stay_hold_service_pb.js";
import { StayService } from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import { LodgingTypeChangedSchema, LodgingUnitChangedSchema } from "@leashline/proto/leashline/offering/v1/events_pb.js";
import { LodgingRateKind } from "@leashline/proto/leashline/offering/v1/lodging_rate_pb.js";
import { SpaceType } from "@leashline/proto/leashline/offering/v1/lodging_service_pb.js";
import { PricingRuleType as Type } from "@leashline/proto/leashline/offering/v1/pricing_rule_pb.js";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Harness, openHarness, pricing } from "../../test/harness.ts";

// Boarding is 45.00 a night. One kennel for two dogs costs that, suites 85.00, a loft 20.00 more.
let harness: Harness;
let version = 10;
const type = (lodgingTypeId: string, name: string, rate?: object) => {
  version += 1;
  const lodgingType = { lodgingTypeId, name, spaceType: SpaceType.ROOM_KENNEL, capacity: 2, sort: Number(lodgingTypeId), version };
  return harness.tell(LodgingTypeChangedSchema, { lodgingType: { ...lodgingType, ...(rate && { rate }) } });
};
const unit = (lodgingUnitId: string, lodgingTypeId: string, name: string) =>
  harness.tell(LodgingUnitChangedSchema, { lodgingUnit: { lodgingUnitId, businessId: "1", lodgingTypeId, name, version: 1 } });
const own = { kind: LodgingRateKind.PRICE, amount: toMoney(8_500, "USD") };
beforeAll(async () => {
  harness = await openHarness(["1"]);
  await type("31", "Suite", own);
  await type("32", "Loft", { kind: LodgingRateKind.MORE, amount: toMoney(2_000, "USD") });
  await unit("11", "1", "Kennel 1");
  await unit("311", "31", "Suite 1");
  await unit("312", "31", "Suite 2");
  await unit("321", "32", "Loft 1");
});
afterEach(() => {
  pricing.pricingRules = [];
});
afterAll(() => harness.stop());

const [from, to] = ["2038-03-01", "2038-03-03"];
const book = (petIds: readonly string[], more: object = {}, days = { from, to }, request: object = {}) =>
  harness.book({
    ...{ date: days.from, start: 840, endDate: toWireDate(days.to), endTime: 660, staffId: "-10", petId: petIds[0]! },
    petServices: petIds.map((petId) => ({ petId, services: [{ serviceId: "95", ...more }] })),
    ...request,
  });
type Stay = Awaited<ReturnType<typeof book>> | undefined;
const cents = (money: { units: bigint; nanos: number } | undefined) => Number(money?.units ?? 0n) * 100 + (money?.nanos ?? 0) / 10_000_000;
const reckoned = (stay: Stay) =>
  stay?.petServiceList.map((line) => [
    cents(line.price),
    ...line.priceParts.map((part) => [part.name || "rate", part.count, part.percent || cents(part.each), cents(part.amount)].join(" ")),
  ]);

test("a room costs what its type says, by hand or chosen for a kind that is asked for; rules come after it, and the parts say why", async () => {
  const suite = await book(["10"], { lodgingUnitId: "311" });
  expect(reckoned(suite)).toEqual([[17_000, "rate 2 4500 9000", "Suite 1 2 4000 8000"]]);
  expect(suite.petServiceList[0]?.lodgings).toMatchObject([{ lodgingUnitId: "311", nightlyPrice: { units: 85n } }]);
  const loft = await book(["20"], {}, { from, to }, { lodgingTypeId: "32" });
  expect(reckoned(loft)).toEqual([[13_000, "rate 2 4500 9000", "Loft 1 2 2000 4000"]]);
  expect(reckoned(await book(["30"]))).toEqual([[9_000, "rate 2 4500 9000"]]);
  const second = { ruleType: Type.MULTI_PET, ruleItems: [{ from: 2, percent: "20", decrease: true }] };
  pricing.pricingRules = [{ pricingRuleId: "1", name: "Second pet", active: true, allServicesApplicable: true, ...second }];
  expect(reckoned(await book(["40", "41"], { lodgingUnitId: "311" }, { from: "2038-04-01", to: "2038-04-02" }))).toEqual([
    [8_500, "rate 1 4500 4500", "Suite 1 1 4000 4000"],
    [6_800, "rate 1 4500 4500", "Suite 1 1 4000 4000", "Second pet 1 -20 -1700"],
  ]);
});

test("what is booked keeps its price: when the type changes, when the stay is dragged, and longer it goes on at it; a price by hand stays by hand", async () => {
  const days = { from: "2038-05-01", to: "2038-05-03" };
  const suite = await book(["10"], { lodgingUnitId: "311" }, days);
  await type("31", "Suite", { ...own, amount: toMoney(9_900, "USD") });
  const stays = harness.client(StayService);
  const { petDetailId } = suite.petServiceList[0]!;
  const lodgings = [{ lodgingUnitId: "11", startDate: toWireDate(days.from), endDate: toWireDate(days.to) }];
  const dragged = await stays.changeStay({ appointmentId: suite.id, lineLodgings: [{ petDetailId, lodgings }] });
  expect(cents(dragged.appointment?.petServiceList[0]?.price)).toBe(17_000);
  const longer = await stays.changeStay({ appointmentId: suite.id, endDate: toWireDate("2038-05-04") });
  expect(cents(longer.appointment?.petServiceList[0]?.price)).toBe(25_500);
  await type("31", "Suite", own);
  const byHand = await book(["20"], { lodgingUnitId: "312", price: toMoney(5_000, "USD") }, days);
  expect(reckoned(byHand)).toEqual([[5_000]]);
  const agreed = await book(["30"], { price: toMoney(17_000, "USD") }, { from: "2038-06-01", to: "2038-06-03" }, { lodgingTypeId: "31" });
  expect(reckoned(agreed)).toEqual([[17_000, "rate 2 4500 9000", "Suite 1 2 4000 8000"]]);
});

test("rooms that are chosen anew, and those of a pet that joins, cost what their types say", async () => {
  const days = { from: "2038-07-01", to: "2038-07-03" };
  const stay = await book(["10"], { lodgingUnitId: "311" }, days);
  const again = await harness
    .client(StayService)
    .changeStay({ appointmentId: stay.id, chooseAgain: true, endDate: toWireDate("2038-07-04") });
  expect(reckoned(again.appointment)).toEqual([[25_500, "rate 3 4500 13500", "Suite 1 3 4000 12000"]]);
  const { entries } = await harness.client(AppointmentService).listActionLog({ id: stay.id });
  expect(entries[0]?.detail, "the log says what is stored").toContain("170.00 → 255.00");
  const { petDetailId } = stay.petServiceList[0]!;
  const { appointment } = await harness.client(AppointmentService).updateAppointment({
    id: stay.id,
    petServices: [
      { petId: "10", services: [{ serviceId: "95", petDetailId }] },
      { petId: "11", services: [{ serviceId: "95", lodgingUnitId: "312" }] },
    ],
  });
  expect(reckoned(appointment)?.map(([price]) => price)).toEqual([25_500, 25_500]);
});

test("the counter sees what rooms cost before it books, the booking page which rooms it would be given and at what", async () => {
  const span = { startDate: toWireDate("2038-08-01"), endDate: toWireDate("2038-08-03"), startTime: 840, endTime: 660 };
  const { lodgings } = await harness.client(StayService).findFreeLodgings({ customerId: "1", petIds: ["10"], ...span });
  const told = lodgings.map(({ name, rate }) => [name, rate?.kind ?? 0, cents(rate?.amount)]);
  expect(told).toContainEqual(["Suite 1", LodgingRateKind.PRICE, 8_500]);
  expect(told).toContainEqual(["Kennel 1", 0, 0]);
  const api = harness.client(StayHoldService, { via: "online-booking" });
  const chosen = async (pets: object[], more: object = {}) =>
    (await api.chooseRooms({ businessId: "1", pets, ...span, ...more })).pets.map(({ rooms }) =>
      rooms.map((one) => [one.lodgingTypeName, one.startDate?.day, one.endDate?.day, cents(one.rate?.amount)]),
    );
  const dog = { petType: "Dog", weight: 20, petSizeId: "0" };
  expect(await chosen([dog])).toEqual([[["Kennel", 1, 3, 0]]]);
  expect(await chosen([dog], { lodgingTypeId: "31" })).toEqual([[["Suite", 1, 3, 8_500]]]);
  expect(await chosen([dog, { ...dog, petType: "Cat" }])).toEqual([[["Suite", 1, 3, 8_500]], [["Suite", 1, 3, 8_500]]]);
  const night = { businessId: "1", startDate: span.startDate, endDate: span.startDate, startTime: 840, endTime: 660 };
  const { roomTypes } = await api.getStayNights({ ...night, pets: [dog] });
  expect(roomTypes.map(({ name, rate }) => [name, cents(rate?.amount)])).toContainEqual(["Loft", 2_000]);
});

test("what nights cost in rooms of their own goes with a stay that a rule is tried on", async () => {
  const days = { from: "2038-09-01", to: "2038-09-03" };
  await book(["10"], { lodgingUnitId: "311" }, days);
  const span = { startDate: toWireDate(days.from), endDate: toWireDate(days.to) };
  const { stays } = await harness.client(StayService).listPricedStays(span);
  expect(stays.map(({ lines }) => lines)).toMatchObject([
    [{ rate: toMoney(4_500, "USD"), lodgings: [{ lodgingUnitId: "311", nightlyPrice: toMoney(8_500, "USD") }] }],
  ]);
});

test("for whoever waits each pet is told the kinds of rooms in which it fits, also when they are taken; a boarding with a room of its own has no area", async () => {
  const api = harness.client(StayHoldService, { via: "online-booking" });
  const of = async (party: object, business = "1") => {
    const { parties } = await api.findFittingRooms({ businessId: business, parties: [{ serviceIds: ["95"], ...party }] });
    return parties[0]?.pets.map(({ petId, roomTypes }) => [petId, roomTypes.map(({ name, rate }) => `${name} ${cents(rate?.amount)}`)]);
  };
  await type("31", "Suite", own);
  const days = { from: "2038-10-01", to: "2038-10-03" };
  for (const [petId, lodgingUnitId] of [
    ["10", "311"],
    ["20", "312"],
  ] as const)
    await book([petId], { lodgingUnitId }, days);
  expect(await of({ customerId: "1", petIds: ["10"] })).toEqual([["10", ["Kennel 0", "Suite 8500", "Loft 2000"]]]);
  await harness.tell(LodgingTypeChangedSchema, {
    lodgingType: { lodgingTypeId: "33", name: "Meadow", spaceType: SpaceType.AREA, capacity: 9, sort: 33, version: 90 },
  });
  await unit("331", "33", "Meadow 1");
  expect((await of({ customerId: "1", petIds: ["10"] }))?.[0]?.[1]).toContain("Meadow 0");
  expect((await of({ customerId: "1", petIds: ["10"], serviceIds: ["85"] }))?.[0]?.[1]).toEqual(["Kennel 0", "Suite 8500", "Loft 2000"]);
  expect(await of({ customerId: "999999", petIds: ["10"] }), "nobody we know").toEqual([]);
});
