import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { DateSchema } from "@leashline/proto/google/type/date_pb.js";
import { PriceUnit } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { StorefrontSchema } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { expect, test } from "vitest";
import { formatOf } from "./format.ts";
import { billOf, careFeesOf, offerText, sumText } from "./money.ts";
import { stayText } from "./pay/stay-text.ts";

const price = (currencyCode: string, units: bigint, nanos = 0) => ({ currencyCode, units, nanos });
type Change = MessageInitShape<typeof StorefrontSchema>;
const shop = (change: Change) =>
  create(StorefrontSchema, { currencyCode: "USD", countryAlpha2Code: "US", dateFormat: "MM/DD/YYYY", numberFormat: "1,234.56", ...change });
const german = {
  currencyCode: "EUR",
  countryAlpha2Code: "DE",
  dateFormat: "DD.MM.YYYY",
  numberFormat: "1.234,56",
  hoursOnClock: 24,
};

test("a bill says from when to when its stay goes, a stay of one day its day, another bill nothing", () => {
  const format = formatOf(shop({}));
  const on = (day: number) => create(DateSchema, { year: 2026, month: 12, day });
  expect(stayText({ startDate: on(1), endDate: on(4) }, format)).toBe("Tue, Dec 1 – Fri, Dec 4");
  expect(stayText({ startDate: on(1), endDate: on(1) }, format)).toBe("Tue, Dec 1");
  expect(stayText({}, format)).toBe("");
});

test.each([
  [{}, "Friday, November 20", "2:30 PM", "1:00 – 2:30 PM"],
  [german, "Friday, 20 November", "14:30", "13:00 – 14:30"],
])("time-format-week-start: a page of %j writes its days and times so", (change, day, time, range) => {
  const format = formatOf(shop(change));
  expect(format.longDay("2026-11-20")).toBe(day);
  expect(format.minutes(870)).toBe(time);
  expect(format.range(780, 870)).toBe(range);
});

const pet = { key: 1, petName: "Rex", petType: "Dog", breed: "", weight: "", notes: "", serviceIds: ["1", "2"] };
test.each([
  [{}, [price("USD", 58n), price("USD", 10n)], "$68"],
  [{}, [price("USD", 58n, 500_000_000), price("USD", 10n)], "$68.50"],
  [german, [price("EUR", 1_200n), price("EUR", 12n, 500_000_000)], "€1.212,50"],
  [{ currencyCode: "JPY" }, [price("JPY", 4_000n), price("JPY", 1_000n)], "¥5,000"],
])("prices on a page of %j are summed and written in its signs, whole ones short", (change, [first, second], sum) => {
  const services = [first, second].map((one, at) => ({ serviceId: String(at + 1), price: one, visitPrice: one }));
  expect(sumText([pet], shop({ ...change, services }))).toBe(sum);
});

test("price-unit: a price per hour says so, and what was chosen comes to its hours", () => {
  const offer = { serviceId: "1", price: price("USD", 10n), priceUnit: PriceUnit.PER_HOUR, visitPrice: price("USD", 40n), duration: 240 };
  const of = shop({ services: [offer] });
  expect(offerText(of.services[0]!, of)).toBe("$10 an hour · 4 hrs");
  expect(sumText([{ ...pet, serviceIds: ["1"] }], of)).toBe("$40");
});

test("a stay says no length, also where all of it costs one price", () => {
  const offer = { serviceId: "1", careType: "BOARDING", price: price("USD", 50n), priceUnit: PriceUnit.PER_SESSION, duration: 60 };
  const of = shop({ services: [offer] });
  expect(offerText(of.services[0]!, of)).toBe("$50");
});

test("with somebody on terms of their own it comes to theirs: once they are chosen, or the time that is held is with them", () => {
  const own = { staffId: "7", visitPrice: price("USD", 25n), visitTax: price("USD", 2n, 560_000_000) };
  const offer = { serviceId: "1", price: price("USD", 18n), visitPrice: price("USD", 18n), visitTax: price("USD", 1n), staffPrices: [own] };
  const of = shop({ services: [offer] });
  const pets = [{ ...pet, serviceIds: ["1"] }];
  const held = { token: "t", staffId: "7", expiresAt: 0 };
  const totals = [
    billOf({ pets, staffId: "0", held: undefined }, of),
    billOf({ pets, staffId: "7", held: undefined }, of),
    billOf({ pets, staffId: "0", held }, of),
  ].map((bill) => bill?.total);
  expect(totals).toEqual(["$19.00", "$27.56", "$27.56"]);
  expect(sumText(pets, of, "7")).toBe("$25");
});

test("a charge that puts itself onto bills stands in what was chosen comes to: with its tax, for each pet it is for, each day, and in no class", () => {
  const services = [
    { serviceId: "1", careType: "DAYCARE", price: price("USD", 20n), visitPrice: price("USD", 20n) },
    { serviceId: "2", careType: "GROOMING", price: price("USD", 50n), visitPrice: price("USD", 50n) },
  ];
  const charges = [
    { name: "Cleaning", price: price("USD", 5n), perPet: true, careTypes: ["DAYCARE"] },
    { name: "Booking fee", price: price("USD", 1n), taxRate: "10.25" },
    { name: "Medication fee", price: price("USD", 2n), careTypes: ["DAYCARE"], surchargeType: 3, applyType: 4 },
    { name: "Walks only", price: price("USD", 2n), careTypes: ["DOG_WALKING"], surchargeType: 4, applyType: 4 },
  ];
  const of = shop({ services, charges });
  const pets = [
    { ...pet, key: 1, serviceIds: ["1"] },
    { ...pet, key: 2, serviceIds: ["1"] },
  ];
  const bill = billOf({ pets, staffId: "0", held: undefined, kind: "day", days: ["2026-12-01", "2026-12-02"] }, of);
  expect(careFeesOf({ pets, kind: "day" }, of)).toEqual(["Medication fee: $2.00 each time medication is given"]);
  expect([bill?.price, bill?.charges, bill?.tax, bill?.total]).toEqual([
    "$80.00",
    [
      { name: "Cleaning × 4", amount: "$20.00" },
      { name: "Booking fee × 2", amount: "$2.00" },
    ],
    "$0.20",
    "$102.20",
  ]);
  const groom = [{ ...pet, serviceIds: ["2"] }];
  expect(billOf({ pets: groom, staffId: "0", held: undefined }, of)?.charges).toEqual([{ name: "Booking fee", amount: "$1.00" }]);
  expect([sumText(groom, of), sumText(pets, of)]).toEqual(["$51 plus tax", "$51 plus tax"]);
  const classCost = { price: "100", tax: "0" };
  expect(billOf({ pets: groom, staffId: "0", held: undefined, kind: "class", classCost } as never, of)?.charges).toEqual([]);
});

test("before the bill a price says that tax is put on top of it, the sum where it is on a part of it; a price that holds its tax says nothing", () => {
  const offer = (serviceId: string, more: object) => ({ serviceId, price: price("USD", 20n), visitPrice: price("USD", 20n), ...more });
  const of = shop({ services: [offer("1", { taxed: true }), offer("2", {})] as never });
  expect(of.services.map((one) => offerText(one, of))).toEqual(["$20 plus tax", "$20"]);
  const sums = [["1", "2"], ["2"]].map((serviceIds) => sumText([{ ...pet, serviceIds }], of));
  expect(sums).toEqual(["$40 plus tax", "$20"]);
  const charge = { name: "Fee", price: price("USD", 3n), taxRate: "10", careTypes: [] };
  expect(sumText([{ ...pet, serviceIds: ["2"] }], shop({ services: of.services, charges: [charge] as never }))).toBe("$23 plus tax");
});
