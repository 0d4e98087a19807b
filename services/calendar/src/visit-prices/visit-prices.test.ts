import { fromBinary } from "@bufbuild/protobuf";
import { toMoney, toWireDate } from "@leashline/kit";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { BatchService } from "@leashline/proto/leashline/calendar/v1/batch_service_pb.js";
import { AppointmentBookedSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { RepeatFrequency, SeriesService } from "@leashline/proto/leashline/calendar/v1/series_service_pb.js";
import { StayService } from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import { PricingRuleType as Type } from "@leashline/proto/leashline/offering/v1/pricing_rule_pb.js";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Harness, oldOffering, openHarness, prices, pricing } from "../../test/harness.ts";

// Service 1 is grooming for 50.00, 98 grooming for 10.00 an hour, 96 daycare for 30.00. Wednesdays are dearer for grooming; 2035-01-03 is one.

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness(["1", "2"]);
});
afterEach(() => {
  pricing.pricingRules = [];
  prices.clear();
});
afterAll(() => harness.stop());

const rule = (pricingRuleId: string, name: string, serviceItemType: string, ruleType: Type, item: object) => ({
  ...{ pricingRuleId, name, serviceItemType, ruleType, active: true, allServicesApplicable: true, ruleItems: [item] },
});
const wednesday = rule("1", "Wednesday", "GROOMING", Type.WEEKDAY, { weekdays: [3], amount: toMoney(1_000, "USD") });
const second = rule("2", "Second dog", "DAYCARE", Type.MULTI_PET, { from: 2, percent: "20", decrease: true });
const [WED, THU, NEXT_WED] = ["2035-01-03", "2035-01-04", "2035-01-10"];

const visits = () => harness.client(AppointmentService);
type Visit = Awaited<ReturnType<Harness["book"]>> | undefined;
const cents = (money: { units: bigint; nanos: number } | undefined) => Number(money?.units ?? 0n) * 100 + (money?.nanos ?? 0) / 10_000_000;
const reckoned = (visit: Visit) =>
  visit?.petServiceList.map((line) => [
    cents(line.price),
    ...line.priceParts.map((part) => [part.name || "rate", part.percent || cents(part.each), cents(part.amount)].join(" ")),
  ]);
const dear = [6_000, "rate 5000 5000", "Wednesday 1000 1000"];
const overbooked = { overbook: true, outsideWorkingHours: true, reason: "a test" };
const groomed = (date: string, petId: string, more: object = {}, start = 600) =>
  harness.book({ date, start, petId, override: overbooked, petServices: [{ petId, services: [{ serviceId: "1", ...more }] }] });
const daycare = (date: string, petIds: string[]) =>
  harness.book({ date, start: 480, petId: petIds[0]!, petServices: petIds.map((petId) => ({ petId, services: [{ serviceId: "96" }] })) });
const moving = (visit: NonNullable<Visit>, startDate: string) => ({
  ...{ appointmentId: visit.id, startDate: toWireDate(startDate), startTime: visit.startTime, moveAllCards: true },
});

test("a visit is booked at what the rules of its care type make of its day, and says why, also to the bill; without rules it says nothing", async () => {
  expect(reckoned(await groomed(WED, "10"))).toEqual([[5_000]]);
  pricing.pricingRules = [wednesday, second, { ...wednesday, pricingRuleId: "3", active: false }];
  const visit = await groomed(WED, "11");
  expect(reckoned(visit)).toEqual([dear]);
  expect(reckoned(await groomed(THU, "11"))).toEqual([[5_000]]);
  expect(reckoned(await daycare(WED, ["10", "11"]))).toEqual([[3_000], [2_400, "rate 3000 3000", "Second dog -20 -600"]]);
  const { rows } = await harness.admin.query("select payload from calendar.outbox where aggregate = $1 and type = $2", [
    visit.id,
    AppointmentBookedSchema.typeName,
  ]);
  const told = fromBinary(AppointmentBookedSchema, rows[0].payload).appointment;
  expect(told?.lines.map((line) => line.priceParts.map(({ name }) => name))).toEqual([["", "Wednesday"]]);
});

test("a catalog of before that answers no rules with its services is asked for them", async () => {
  pricing.pricingRules = [wednesday];
  oldOffering.is = true;
  expect(reckoned(await groomed(WED, "12"))).toEqual([dear]);
  oldOffering.is = false;
});

test("rules leave add-ons and other care types alone, and count only pets that get what they are for", async () => {
  pricing.pricingRules = [wednesday, rule("4", "All", "BOARDING", Type.WEEKDAY, { weekdays: [3], percent: "50" }), second];
  const petServices = [
    { petId: "20", services: [{ serviceId: "1" }, { serviceId: "60" }] },
    { petId: "21", services: [{ serviceId: "96" }] },
  ];
  const mixed = await harness.book({ date: WED, start: 600, petId: "20", petServices, override: overbooked });
  expect(reckoned(mixed)).toEqual([dear, [1_500], [3_000]]);
});

test("a price that is typed stays, and one that is what the rules come to keeps its explanation", async () => {
  pricing.pricingRules = [wednesday];
  expect(reckoned(await groomed(WED, "10", { price: toMoney(6_000, "USD") }))).toEqual([dear]);
  const typed = await groomed(WED, "10", { price: toMoney(5_000, "USD") });
  expect(reckoned(typed)).toEqual([[5_000]]);
  const { priceChanges } = await visits().previewReschedulePrices(moving(typed, THU));
  expect(priceChanges).toEqual([]);
  const { appointment } = await visits().rescheduleCard({ ...moving(typed, NEXT_WED), override: overbooked, takeCatalogPrices: true });
  expect(reckoned(appointment)).toEqual([[5_000]]);
});

test("another day has its own price, which is asked about before the move, and stays where nobody takes it; a later start has none", async () => {
  pricing.pricingRules = [wednesday];
  const visit = await groomed(WED, "12", {}, 600);
  const asked = await visits().previewReschedulePrices(moving(visit, THU));
  expect(asked.priceChanges.map((one) => [cents(one.price), cents(one.catalogPrice), one.byDate, one.byLength])).toEqual([
    [6_000, 5_000, true, false],
  ]);
  expect((await visits().previewReschedulePrices({ appointmentId: visit.id, startTime: 720 })).priceChanges).toEqual([]);
  const kept = await visits().rescheduleCard({ ...moving(visit, THU), override: overbooked });
  expect(reckoned(kept.appointment)).toEqual([dear]);
  const back = await visits().rescheduleCard({ ...moving(visit, NEXT_WED), override: overbooked, takeCatalogPrices: true });
  expect(reckoned(back.appointment)).toEqual([dear]);
  const plain = await visits().rescheduleCard({ ...moving(visit, THU), override: overbooked, takeCatalogPrices: true });
  expect(reckoned(plain.appointment)).toEqual([[5_000]]);
  const dearer = await visits().rescheduleCard({ ...moving(visit, WED), override: overbooked, takeCatalogPrices: true });
  expect(reckoned(dearer.appointment)).toEqual([dear]);
});

test("a longer visit by the hour goes on by the rules, and with somebody who charges more as well", async () => {
  pricing.pricingRules = [{ ...wednesday, ruleItems: [{ weekdays: [3], percent: "10" }] }];
  const petServices = [{ petId: "13", services: [{ serviceId: "98" }] }];
  const visit = await harness.book({ date: WED, start: 600, petId: "13", petServices, override: overbooked });
  expect(reckoned(visit)).toEqual([[1_100, "rate 1000 1000", "Wednesday 10 100"]]);
  const change = { appointmentId: visit.id, startTime: 600, endTime: 720, override: overbooked };
  const { priceChanges } = await visits().previewReschedulePrices({ appointmentId: visit.id, startTime: 600, endTime: 720 });
  expect(priceChanges.map((one) => [cents(one.catalogPrice), one.byLength, one.byDate])).toEqual([[2_200, true, false]]);
  const { appointment } = await visits().rescheduleCard({ ...change, takeCatalogPrices: true });
  expect(reckoned(appointment)).toEqual([[2_200, "rate 2000 2000", "Wednesday 10 200"]]);
  const own = await harness.book({
    date: WED,
    start: 780,
    petId: "14",
    petServices: [{ petId: "14", services: [{ serviceId: "97" }] }],
    override: overbooked,
  });
  const other = await visits().rescheduleCard({
    appointmentId: own.id,
    startTime: 780,
    staffId: "2",
    override: overbooked,
    takeCatalogPrices: true,
  });
  expect(reckoned(other.appointment)).toEqual([[7_700, "rate 7000 7000", "Wednesday 10 700"]]);
});

test("what is booked stays as it is when a rule changes, through an edit too; what is added is priced by the rules of then", async () => {
  const before = await groomed(WED, "15", {}, 660);
  pricing.pricingRules = [wednesday, rule("5", "Second", "GROOMING", Type.MULTI_PET, { from: 2, percent: "20", decrease: true })];
  const visit = await groomed(NEXT_WED, "15", {}, 660);
  pricing.pricingRules = [pricing.pricingRules[1]!];
  for (const one of [before, visit]) {
    const petServices = [
      { petId: "15", services: [{ serviceId: "1", petDetailId: one.petServiceList[0]!.petDetailId }] },
      { petId: "16", services: [{ serviceId: "1" }] },
    ];
    const { appointment } = await visits().updateAppointment({ id: one.id, petServices, override: overbooked });
    expect(reckoned(appointment)).toEqual([...reckoned(one)!, [4_000, "rate 5000 5000", "Second -20 -1000"]]);
  }
});

test("each date of a series has the price of its day, and what was typed or booked before the rule goes on as it was", async () => {
  pricing.pricingRules = [wednesday, second];
  const weekdays = (count: number) => ({
    frequency: RepeatFrequency.WEEK,
    interval: 1,
    weekdays: [3, 4],
    ends: { case: "count" as const, value: count },
  });
  const repeat = async (source: NonNullable<Visit>) =>
    (
      await harness.client(SeriesService).createSeries({ appointmentId: source.id, rule: weekdays(3), override: overbooked })
    ).appointments.map(reckoned);
  expect(await repeat(await groomed("2035-03-07", "30", {}, 540))).toEqual([[[5_000]], [dear]]);
  expect(await repeat(await groomed("2035-03-08", "31", {}, 660))).toEqual([[dear], [[5_000]]]);
  expect(await repeat(await groomed("2035-03-07", "32", { price: toMoney(5_000, "USD") }, 780))).toEqual([[[5_000]], [[5_000]]]);
  const pair = [[3_000], [2_400, "rate 3000 3000", "Second dog -20 -600"]];
  expect(await repeat(await daycare("2035-03-07", ["30", "31"]))).toEqual([pair, pair]);
});

test("once more on another day it has that day's price, and no more that of a first visit", async () => {
  pricing.pricingRules = [wednesday, rule("6", "Welcome", "GROOMING", Type.FIRST_VISIT, { percent: "10", decrease: true })];
  const first = await groomed("2035-04-04", "40", {}, 540);
  expect(reckoned(first)).toEqual([[5_500, "rate 5000 5000", "Wednesday 1000 1000", "Welcome -10 -500"]]);
  const place = { appointmentId: first.id, version: first.version, override: overbooked };
  const again = async (date: string) =>
    (
      await harness.client(BatchService).batchBookAgain({ places: [{ ...place, startDate: toWireDate(date), startTime: 540 }] })
    ).appointments.map(reckoned);
  expect(await again("2035-04-05")).toEqual([[[5_000]]]);
  expect(await again("2035-04-11")).toEqual([[dear]]);
});

test("after a rule has changed, visits to come are offered its price: those at the regular one, not what was agreed by hand", async () => {
  const api = harness.client(BatchService);
  const visit = await groomed("2035-05-02", "50", {}, 540);
  const typed = await groomed("2035-05-02", "51", { price: toMoney(4_200, "USD") }, 660);
  pricing.pricingRules = [wednesday];
  const { rows } = await api.previewReprice({ businessId: "1" });
  const own = rows.filter(({ appointmentId }) => [visit.id, typed.id].includes(appointmentId));
  expect(own.map((one) => [one.appointmentId, cents(one.price), cents(one.newPrice)])).toEqual([[visit.id, 5_000, 6_000]]);
  const targets = [visit, typed].map(({ id }) => ({ appointmentId: id }));
  expect((await api.batchReprice({ targets })).appointments.map(reckoned)).toEqual([[dear]]);
  prices.set("1", toMoney(5_500, "USD"));
  const dearer = { serviceId: "1", was: toMoney(5_000, "USD"), targets: [{ appointmentId: visit.id }] };
  expect((await api.batchReprice(dearer)).appointments.map(reckoned)).toEqual([[[6_500, "rate 5500 5500", "Wednesday 1000 1000"]]]);
  pricing.pricingRules = [];
  expect((await api.batchReprice({ targets: [{ appointmentId: visit.id }] })).appointments.map(reckoned)).toEqual([[[5_500]]]);
});

test("a rule is tried against boarding stays only: no visit of one day is among them", async () => {
  pricing.pricingRules = [wednesday];
  await groomed("2035-06-06", "60", {}, 540);
  const span = { startDate: toWireDate("2035-06-01"), endDate: toWireDate("2035-06-30") };
  const { stays } = await harness.client(StayService).listPricedStays({ businessId: "1", ...span });
  expect(stays).toEqual([]);
});

test("daycare that becomes the longer one is priced by the rules of its day", async () => {
  pricing.pricingRules = [rule("7", "Busy", "DAYCARE", Type.WEEKDAY, { weekdays: [1, 2, 3, 4, 5, 6, 7], amount: toMoney(1_000, "USD") })];
  const today = Temporal.Now.plainDateISO("America/Los_Angeles").toString();
  const petServices = [{ petId: "70", services: [{ serviceId: "82" }] }];
  const { id } = await harness.book({ date: today, start: 480, petId: "70", petServices, override: overbooked });
  await visits().updateStatus({ id, status: AppointmentStatus.CHECKED_IN });
  const came = new Date(Date.now() - 300 * 60_000).toISOString();
  await harness.admin.query("update calendar.appointment set check_in_at = $2 where id = $1", [id, came]);
  await harness.admin.query("update calendar.job set due_at = now() - interval '1 second' where kind = 'auto-rollover'");
  await harness.runDue("calendar");
  const { appointment } = await visits().getAppointment({ id });
  expect(reckoned(appointment)).toEqual([[5_500, "rate 4500 4500", "Busy 1000 1000"]]);
});
