import { create } from "@bufbuild/protobuf";
import { StayDay } from "@leashline/proto/leashline/offering/v1/additional_service_pb.js";
import { LodgingRateKind } from "@leashline/proto/leashline/offering/v1/lodging_rate_pb.js";
import { PricingRuleType } from "@leashline/proto/leashline/offering/v1/pricing_rule_pb.js";
import { PriceUnit } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { WaitlistEntrySchema } from "@leashline/proto/leashline/online_booking/v1/waitlist_pb.js";
import { expect, test } from "vitest";
import { estimateOf, type Known } from "./wait-estimate.ts";

const usd = (units: number) => ({ currencyCode: "USD", units: BigInt(units), nanos: 0 });
const day = (of: number) => ({ year: 2026, month: 12, day: of });
const item = {
  from: 0,
  weekdays: [],
  decrease: false,
  percent: null,
  amount: 1_500n,
  name: "",
  startDate: "2026-12-24",
  endDate: "2026-12-25",
};
const known: Known = {
  sold: new Map([
    ["8", { priceUnit: PriceUnit.PER_NIGHT, stayDay: StayDay.UNSPECIFIED }],
    ["2", { priceUnit: PriceUnit.PER_HOUR, stayDay: StayDay.UNSPECIFIED }],
    ["21", { priceUnit: PriceUnit.PER_DAY, stayDay: StayDay.EVERY }],
    ["22", { priceUnit: PriceUnit.PER_SESSION, stayDay: StayDay.LAST }],
  ]),
  pricing: {
    inSequence: false,
    rules: [{ id: "1", name: "Holidays", type: PricingRuleType.PEAK_DATE, careType: "BOARDING", serviceIds: null, items: [item] }],
  },
};
const waits = (careType: string, serviceId: string, more: object = {}) =>
  create(WaitlistEntrySchema, {
    ...{ careType, price: usd(45), validFrom: day(1) },
    petList: ["11", "12"].map((petId) => ({ petId, serviceList: [{ serviceId, careType, duration: 480, price: usd(45) }] })),
    ...more,
  });

test("who waits for nights is told what all of them come to, from the day they would like most and by the rules of these nights", () => {
  const nights = (first: number) => ({ datePreference: { dates: [day(first), day(24)], nights: 3 } });
  expect(estimateOf(waits("BOARDING", "8", nights(10)), known)).toMatchObject(usd(270));
  expect(estimateOf(waits("BOARDING", "8", nights(23)), known), "two of the three nights cost 15.00 more for each").toMatchObject(usd(330));
  expect(estimateOf(waits("BOARDING", "8"), known), "one night from the day they wait from").toMatchObject(usd(90));
});

test("a night costs what one does in the cheapest kind of room in which each pet fits, for the boarding in which it sleeps", () => {
  const boards = { serviceId: "8", careType: "BOARDING", price: usd(45) };
  const pet = (petId: string, roomRate?: object, more: object[] = []) => ({
    petId,
    serviceList: [boards, ...more],
    ...(roomRate && { roomRate }),
  });
  const estimate = (...petList: object[]) =>
    estimateOf(waits("BOARDING", "8", { datePreference: { dates: [day(10)], nights: 3 }, petList }), known);
  const rate = (kind: LodgingRateKind, units: number) => ({ kind, amount: usd(units) });
  expect(estimate(pet("11", rate(LodgingRateKind.PRICE, 85)), pet("12"))).toMatchObject(usd(3 * (85 + 45)));
  expect(estimate(pet("11", rate(LodgingRateKind.LESS, 5), [boards]))).toMatchObject(usd(3 * (40 + 45)));
});

test("add-ons of stays and of daycare are on their days, and no rule of boarding is for them", () => {
  const waiting = (careType: string, ...ids: string[]) =>
    waits(careType, "", {
      datePreference: { dates: [day(23)], nights: 3 },
      petList: [
        {
          petId: "11",
          serviceList: ids.map((serviceId) => ({ serviceId, careType, addOn: serviceId.length > 1, duration: 480, price: usd(10) })),
        },
      ],
    });
  expect(
    estimateOf(waiting("BOARDING", "8", "21", "22"), known),
    "three nights, two of them dear, four days and the last one",
  ).toMatchObject(usd(30 + 30 + 40 + 10));
  expect(estimateOf(waiting("DAYCARE", "2", "22"), known)).toMatchObject(usd(80 + 10));
});

test("daycare is estimated for its day, anything else as it was written down; what is not sold any more, or not known yet, is not", () => {
  expect(estimateOf(waits("DAYCARE", "2"), known)).toMatchObject(usd(720));
  expect(estimateOf(waits("GROOMING", "1"), undefined)).toMatchObject(usd(45));
  expect([estimateOf(waits("BOARDING", "9"), known), estimateOf(waits("BOARDING", "8"), undefined)]).toEqual([undefined, undefined]);
});
