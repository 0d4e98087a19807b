import { ErrorCode, toMoney, toWireDate } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { BatchService } from "@leashline/proto/leashline/calendar/v1/batch_service_pb.js";
import { SeriesService } from "@leashline/proto/leashline/calendar/v1/series_service_pb.js";
import { StayService } from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import { StayDay } from "@leashline/proto/leashline/offering/v1/additional_service_pb.js";
import { LodgingUnitChangedSchema } from "@leashline/proto/leashline/offering/v1/events_pb.js";
import { DiscountSetting, PricingRuleType as Type } from "@leashline/proto/leashline/offering/v1/pricing_rule_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Harness, openHarness, prices, pricing } from "../../test/harness.ts";

// One meadow with places for six, boarding at 45.00 a night.
let harness: Harness;
beforeAll(async () => {
  harness = await openHarness(["1"]);
  const lodgingUnit = { lodgingUnitId: "21", businessId: "1", lodgingTypeId: "2", name: "Meadow", capacity: 400, version: 1 };
  await harness.tell(LodgingUnitChangedSchema, { lodgingUnit });
  await harness.tell(LodgingUnitChangedSchema, { lodgingUnit: { ...lodgingUnit, lodgingUnitId: "22", name: "Garden" } });
});
afterEach(() => {
  pricing.pricingRules = [];
  prices.clear();
});
afterAll(() => harness.stop());

const second = {
  pricingRuleId: "1",
  name: "Second pet",
  active: true,
  allServicesApplicable: true,
  ruleType: Type.MULTI_PET,
  ruleItems: [{ from: 2, percent: "20", decrease: true }],
};
const eve = { year: 2034, month: 12, day: 24 };
const peak = {
  ...second,
  pricingRuleId: "2",
  name: "Christmas",
  ruleType: Type.PEAK_DATE,
  ruleItems: [{ startDate: eve, endDate: eve, amount: toMoney(1500, "USD") }],
};
const book = (petIds: readonly string[], from = "2034-12-23", to = "2034-12-25", more: object = {}) =>
  harness.book({
    date: from,
    start: 840,
    endDate: toWireDate(to),
    endTime: 660,
    staffId: "-10",
    petId: petIds[0]!,
    petServices: petIds.map((petId) => ({ petId, services: [{ serviceId: "95", ...more }] })),
  });
type Stay = Awaited<ReturnType<typeof book>> | undefined;
const cents = (money: { units: bigint; nanos: number } | undefined) => Number(money?.units ?? 0n) * 100 + (money?.nanos ?? 0) / 10_000_000;
/** "90: 2 x 45; -18: Second pet -20" of each line, in dollars. */
const reckoned = (stay: Stay) =>
  stay?.petServiceList.map((line) => [
    cents(line.price),
    ...line.priceParts.map((part) => [part.name || "rate", part.count, part.percent || cents(part.each), cents(part.amount)].join(" ")),
  ]);

test("a stay is booked at what the active rules make of its nights, and says why; what others change later leaves it as it is", async () => {
  pricing.pricingRules = [second, peak, { ...peak, pricingRuleId: "3", active: false }];
  const stay = await book(["10", "11"]);
  const expected = [
    [10_500, "rate 2 4500 9000", "Christmas 1 1500 1500"],
    [8_700, "rate 2 4500 9000", "Second pet 2 -20 -1800", "Christmas 1 1500 1500"],
  ];
  expect(reckoned(stay)).toEqual(expected);
  expect(stay.estimatedTotalPrice?.units).toBe(192n);
  pricing.pricingRules = [];
  const api = harness.client(AppointmentService);
  expect(reckoned((await api.rescheduleCard({ appointmentId: stay.id, startTime: 900 })).appointment)).toEqual(expected);
});

test("longer, it is reckoned anew at the rate that was agreed; undone, it is what it was; in sequence where the company says so", async () => {
  pricing.pricingRules = [peak];
  pricing.discountSetting = DiscountSetting.APPLY_SEQUENCE;
  const stay = await book(["20"], "2034-12-24", "2034-12-25");
  expect(reckoned(stay)).toEqual([[6_000, "rate 1 4500 4500", "Christmas 1 1500 1500"]]);
  const week = { ...second, name: "Long", ruleType: Type.LENGTH_OF_STAY, ruleItems: [{ from: 3, percent: "10", decrease: true }] };
  pricing.pricingRules = [peak, week];
  const change = { appointmentId: stay.id, endDate: toWireDate("2034-12-27") };
  const { appointment: longer } = await harness.client(StayService).changeStay(change);
  expect(reckoned(longer)).toEqual([[13_500, "rate 3 4500 13500", "Christmas 1 1500 1500", "Long 3 -10 -1500"]]);
  const { appointment } = await harness.client(AppointmentService).undoChange({ id: stay.id });
  expect(reckoned(appointment)).toEqual(reckoned(stay));
});

test("what stays were charged is listed for whoever tries a rule against them: without names, by pages, hand-set prices, canceled ones and what they got besides left out", async () => {
  const bookAt = async (from: string, petId: string, price?: object, besides: { serviceId: string; stayDay: StayDay }[] = []) => {
    const to = Temporal.PlainDate.from(from).add({ days: 2 }).toString();
    const services = [{ serviceId: "95", ...price }, ...besides];
    const more = { staffId: "-10", endDate: toWireDate(to), endTime: 660, petId, petServices: [{ petId, services }] };
    return await harness.book({ date: from, start: 840, ...more });
  };
  await bookAt("2036-02-03", "10");
  await bookAt("2036-02-05", "20", { price: toMoney(7_700, "USD") });
  const gone = await bookAt("2036-02-07", "30");
  await harness.client(AppointmentService).cancelAppointment({ id: gone.id });
  await bookAt("2036-02-09", "40", {}, [{ serviceId: "83", stayDay: StayDay.EVERY }]);
  const span = { startDate: toWireDate("2036-02-01"), endDate: toWireDate("2036-02-28") };
  const list = (more: object = {}, caller = {}) => harness.client(StayService, caller).listPricedStays({ ...span, ...more });
  const first = await list({ pageSize: 2 });
  const rest = await list({ pageSize: 2, pageToken: first.nextPageToken });
  expect(rest.nextPageToken).toBe("");
  expect(
    [...first.stays, ...rest.stays].map(({ startDate, lines }) => [startDate?.day, lines.map((one) => [one.petId, one.rate, one.unit])]),
  ).toEqual([
    [3, [["10", toMoney(4_500, "USD"), 2]]],
    [5, []],
    [9, [["40", toMoney(4_500, "USD"), 2]]],
  ]);
  expect((await refusalOf(list({}, { permissions: [Permission.VIEW_CALENDAR], employeeCategory: 0 }))).code).toBe(ErrorCode.NO_PERMISSION);
});

test("the first visit of a client has its own price, later ones have not; longer, it is still the first; after 24 hours more the last night is dearer", async () => {
  const welcome = {
    ...second,
    pricingRuleId: "4",
    name: "Welcome",
    ruleType: Type.FIRST_VISIT,
    ruleItems: [{ percent: "50", decrease: true }],
  };
  const late = {
    ...second,
    ...{ pricingRuleId: "5", name: "Late", ruleType: Type.MORE_THAN_24_HOURS },
    ruleItems: [{ from: 1, amount: toMoney(1000, "USD") }],
  };
  pricing.pricingRules = [welcome, late];
  const first = await book(["60"], "2034-10-01", "2034-10-02");
  expect(reckoned(first)).toEqual([[2_250, "rate 1 4500 4500", "Welcome 1 -50 -2250"]]);
  expect(reckoned(await book(["60"], "2034-10-05", "2034-10-06"))).toEqual([[4_500, "rate 1 4500 4500"]]);
  const change = { appointmentId: first.id, endDate: toWireDate("2034-10-03"), endTime: 841 };
  const { appointment: longer } = await harness.client(StayService).changeStay(change);
  expect(reckoned(longer)).toEqual([[5_500, "rate 2 4500 9000", "Welcome 2 -50 -4500", "Late 1 1000 1000"]]);
});

test("a stay with extra places is repriced where it lies: a price takes no room from anybody", async () => {
  const lodgingUnit = { lodgingUnitId: "11", businessId: "1", lodgingTypeId: "1", name: "Kennel", version: 2 };
  await harness.tell(LodgingUnitChangedSchema, { lodgingUnit });
  const stays = harness.client(StayService);
  const [from, to] = ["2037-05-01", "2037-05-02"];
  const allow = (places: number) =>
    stays.setExtraPlaces({ lodgingUnitId: "11", startDate: toWireDate(from), endDate: toWireDate(from), places, note: "" });
  const put = (petId: string) =>
    harness.book({
      ...{
        date: from,
        start: 840,
        endDate: toWireDate(to),
        endTime: 660,
        staffId: "-10",
        petId,
        override: { overbook: true, reason: "Regular" },
      },
      petServices: [{ petId, services: [{ serviceId: "95", lodgingUnitId: "11" }] }],
    });
  await allow(1);
  const both = [await put("80"), await put("90")];
  await allow(0);
  prices.set("95", toMoney(5_500, "USD"));
  const targets = both.map(({ id: appointmentId, version }) => ({ appointmentId, version }));
  const api = harness.client(BatchService);
  const { appointments } = await api.batchReprice({ serviceId: "95", was: toMoney(4_500, "USD"), targets });
  expect(appointments.map(({ overbooked, petServiceList }) => [overbooked, cents(petServiceList[0]?.price)])).toEqual([
    [false, 5_500],
    [true, 5_500],
  ]);
});

test("prices stay when the service or the rules change, until somebody asks for those of now; one undo takes it back", async () => {
  const api = harness.client(BatchService);
  const groom = (date: string, petId: string, more: object = {}) =>
    harness.book({ date, start: 600, petId, petServices: [{ petId, services: [{ serviceId: "97", ...more }] }] });
  const [plain, byHand] = [await groom("2037-03-02", "70"), await groom("2037-03-03", "70", { price: toMoney(4_200, "USD") })];
  const asked = { serviceId: "97", was: toMoney(5_000, "USD") };
  expect((await api.previewReprice({ businessId: "1", ...asked })).rows).toEqual([]);
  prices.set("97", toMoney(5_500, "USD"));
  const { rows } = await api.previewReprice({ businessId: "1", ...asked });
  expect(rows.map((row) => [row.appointmentId, cents(row.price), cents(row.newPrice)])).toEqual([[plain.id, 5_000, 5_500]]);
  const targets = [plain, byHand].map(({ id: appointmentId, version }) => ({ appointmentId, version }));
  const { appointments: changed } = await api.batchReprice({ ...asked, targets });
  expect(changed.map((one) => [one.id, reckoned(one)])).toEqual([[plain.id, [[5_500]]]]);
  expect((await refusalOf(api.batchReprice({ ...asked, targets }))).code).toBe(ErrorCode.VERSION_CONFLICT);
  const changes = changed.map(({ id, version }) => ({ id, version }));
  const { appointments: back } = await harness.client(SeriesService).undoSeriesChange({ changes });
  expect(back.map(reckoned)).toEqual([[[5_000]]]);
  prices.delete("97");

  const stay = await book(["71"], "2037-04-01", "2037-04-03");
  pricing.pricingRules = [
    { ...second, ruleType: Type.LENGTH_OF_STAY, name: "Long", ruleItems: [{ from: 2, percent: "10", decrease: true }] },
  ];
  const ofRules = await api.previewReprice({ businessId: "1" });
  const mine = ofRules.rows.find((row) => row.appointmentId === stay.id);
  expect([cents(mine?.price), cents(mine?.newPrice)]).toEqual([9_000, 8_100]);
  const target = { appointmentId: stay.id, version: stay.version };
  expect((await api.batchReprice({ targets: [target] })).appointments.map(reckoned)).toEqual([
    [[8_100, "rate 2 4500 9000", "Long 2 -10 -900"]],
  ]);
  prices.set("95", toMoney(5_000, "USD"));
  const dearer = { serviceId: "95", was: toMoney(4_500, "USD"), targets: [{ appointmentId: stay.id }] };
  expect((await api.batchReprice(dearer)).appointments.map(reckoned)).toEqual([[[9_000, "rate 2 5000 10000", "Long 2 -10 -1000"]]]);
  prices.delete("95");
  expect((await refusalOf(api.batchReprice({ serviceId: "95", targets: [target] }))).options.fields?.[0]?.field).toBe("was");
});

test("a price set by hand is not explained, and goes on in proportion; a dog that joins later is the second pet", async () => {
  pricing.pricingRules = [second];
  const stay = await book(["30"], "2034-11-01", "2034-11-03", { price: toMoney(5000, "USD") });
  expect(reckoned(stay)).toEqual([[5_000]]);
  const [kept] = stay.petServiceList;
  const petServices = [
    { petId: "30", services: [{ serviceId: "95", petDetailId: kept!.petDetailId }] },
    { petId: "31", services: [{ serviceId: "95" }] },
  ];
  const { appointment } = await harness.client(AppointmentService).updateAppointment({ id: stay.id, petServices });
  expect(reckoned(appointment)).toEqual([[5_000], [7_200, "rate 2 4500 9000", "Second pet 2 -20 -1800"]]);
  const change = { appointmentId: stay.id, endDate: toWireDate("2034-11-05") };
  const { appointment: longer } = await harness.client(StayService).changeStay(change);
  expect(reckoned(longer)).toEqual([[10_000], [14_400, "rate 4 4500 18000", "Second pet 4 -20 -3600"]]);
});

test("a price that is named and what the rules come to keeps its explanation; another one has none", async () => {
  pricing.pricingRules = [peak];
  expect(reckoned(await book(["10"], undefined, undefined, { price: toMoney(10_500, "USD") }))).toEqual([
    [10_500, "rate 2 4500 9000", "Christmas 1 1500 1500"],
  ]);
  expect(reckoned(await book(["10"], undefined, undefined, { price: toMoney(9_900, "USD") }))).toEqual([[9_900]]);
});

test("rooms of a split stay have prices of their own, by name on the bill; they go along with longer and other days, and are taken off at the rate", async () => {
  const part = (lodgingUnitId: string, from: string, to: string, more: object = {}) => ({
    ...{ lodgingUnitId, startDate: toWireDate(from), endDate: toWireDate(to) },
    ...more,
  });
  const at = (units: number) => ({ nightlyPrice: toMoney(units * 100, "USD") });
  const lodgings = [part("21", "2034-11-01", "2034-11-03"), part("22", "2034-11-03", "2034-11-05", at(60))];
  pricing.pricingRules = [
    { ...second, ruleType: Type.LENGTH_OF_STAY, name: "Long stay", ruleItems: [{ from: 5, percent: "10", decrease: true }] },
  ];
  const stay = await book(["10"], "2034-11-01", "2034-11-05", { lodgings });
  expect(reckoned(stay)).toEqual([[21_000, "rate 4 4500 18000", "Garden 2 1500 3000"]]);
  const stays = harness.client(StayService);
  const change = async (more: object) => (await stays.changeStay({ appointmentId: stay.id, ...more })).appointment;
  const [{ petDetailId } = { petDetailId: "" }] = stay.petServiceList;
  const nightsOf = (one: Stay) =>
    one?.petServiceList[0]?.lodgings.map(({ lodgingUnitId, startDate, nightlyPrice }) => [
      lodgingUnitId,
      startDate?.day,
      nightlyPrice?.units,
    ]);
  const longer = await change({ endDate: toWireDate("2034-11-06") });
  expect(reckoned(longer), "the last room goes on at its price, and rules are of what nights cost").toEqual([
    [24_300, "rate 5 4500 22500", "Garden 3 1500 4500", "Long stay 5 -10 -2700"],
  ]);
  const moved = await change({ startDate: toWireDate("2034-11-02"), endDate: toWireDate("2034-11-07") });
  expect(reckoned(moved)).toEqual(reckoned(longer));
  expect(nightsOf(moved)).toEqual([
    ["21", 2, undefined],
    ["22", 4, 60n],
  ]);
  const named = [{ petDetailId, lodgings: [part("22", "2034-11-02", "2034-11-05"), part("21", "2034-11-05", "2034-11-07")] }];
  const swapped = await change({ lineLodgings: named });
  expect(nightsOf(swapped), "a night that says nothing goes on at what was agreed for it").toEqual([
    ["22", 2, undefined],
    ["22", 4, 60n],
    ["21", 5, 60n],
  ]);
  expect(swapped?.petServiceList[0]?.price).toEqual(longer?.petServiceList[0]?.price);
  const plain = await change({ lineLodgings: [{ petDetailId, lodgings: [part("22", "2034-11-02", "2034-11-07", at(45))] }] });
  expect(reckoned(plain)).toEqual([[20_250, "rate 5 4500 22500", "Long stay 5 -10 -2250"]]);
  expect(nightsOf(plain)).toEqual([["22", 2, undefined]]);
  const undone = (await harness.client(AppointmentService).undoChange({ id: stay.id })).appointment;
  expect([reckoned(undone), nightsOf(undone)]).toEqual([reckoned(swapped), nightsOf(swapped)]);
  const below = change({ lineLodgings: [{ petDetailId, lodgings: [part("22", "2034-11-02", "2034-11-07", at(-1))] }] });
  expect((await refusalOf(below)).options.fields?.[0]?.reason).toBe("must not be below zero");
  const whole = book(["11"], "2034-11-01", "2034-11-05", { serviceId: "72", lodgings });
  expect((await refusalOf(whole)).options.fields?.[0]).toMatchObject({
    field: "petServices",
    reason: "Service 72 is not priced by the night: its rooms have no price of their own",
  });
});

test("a price by hand for all of a stay takes the prices of its rooms off; prices of rooms after it are at the rate of the service and by the rules of now", async () => {
  const nights = (unit: string, from: number, to: number, units?: number) => ({
    ...{ lodgingUnitId: unit, startDate: { year: 2034, month: 9, day: from }, endDate: { year: 2034, month: 9, day: to } },
    ...(units !== undefined && { nightlyPrice: toMoney(units * 100, "USD") }),
  });
  const lodgings = [nights("21", 1, 3), nights("22", 3, 5, 60)];
  const stay = await book(["40"], "2034-09-01", "2034-09-05", { lodgings });
  const [{ petDetailId } = { petDetailId: "" }] = stay.petServiceList;
  const update = async (more: object) => {
    const petServices = [{ petId: "40", services: [{ serviceId: "95", petDetailId, ...more }] }];
    return (await harness.client(AppointmentService).updateAppointment({ id: stay.id, petServices })).appointment;
  };
  const owns = (one: Stay) =>
    one?.petServiceList[0]?.lodgings.map(({ lodgingUnitId, nightlyPrice }) => [lodgingUnitId, nightlyPrice?.units]);
  const same = await update({ price: toMoney(21_000, "USD") });
  expect([reckoned(same), owns(same)], "the same again is not set anew").toEqual([reckoned(stay), owns(stay)]);
  const off = [
    ["21", undefined],
    ["22", undefined],
  ];
  const agreed = await update({ price: toMoney(20_000, "USD"), lodgings });
  expect([reckoned(agreed), owns(agreed)]).toEqual([[[20_000]], off]);
  pricing.pricingRules = [
    { ...second, ruleType: Type.LENGTH_OF_STAY, name: "Long stay", ruleItems: [{ from: 4, percent: "10", decrease: true }] },
  ];
  const dearer = await update({ lodgings });
  expect(reckoned(dearer)).toEqual([[18_900, "rate 4 4500 18000", "Garden 2 1500 3000", "Long stay 4 -10 -2100"]]);
  expect(owns(await update({ price: toMoney(0, "USD") }))).toEqual(off);
  expect(owns(await book(["41"], "2034-09-01", "2034-09-05", { lodgings, price: toMoney(19_900, "USD") }))).toEqual(off);
});
