import { create } from "@bufbuild/protobuf";
import { AppointmentSchema } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { StayDay } from "@leashline/proto/leashline/offering/v1/additional_service_pb.js";
import { PricingRuleType } from "@leashline/proto/leashline/offering/v1/pricing_rule_pb.js";
import { PriceUnit, ServiceSchema } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { expect, test } from "vitest";
import { boardingPrice, extraPrice } from "./changed-prices.ts";
import { extrasOf } from "./extras.ts";

const { FIRST, LAST, EVERY } = StayDay;
const usd = (units: number) => ({ currencyCode: "USD", units: BigInt(units), nanos: 0 });
const services = [
  { id: "90", careType: "BOARDING", price: usd(50), priceUnit: PriceUnit.PER_NIGHT },
  { id: "20", careType: "GROOMING", price: usd(30), duration: 60, priceUnit: PriceUnit.PER_SESSION },
].map((one) => create(ServiceSchema, one));
const nights = { unit: PriceUnit.PER_NIGHT, count: 2, each: usd(45), amount: usd(90) };
const days = { unit: PriceUnit.PER_DAY, count: 3, each: usd(10), amount: usd(30) };
const line = { petId: "10", serviceId: "20", careType: "GROOMING" };
/** Two nights at 45.00 and one pet more at 100.00 by hand; playtime at 10.00 a day, and walks for 40.00 by hand. */
const stay = create(AppointmentSchema, {
  ...{ appointmentDate: { year: 2026, month: 12, day: 1 }, endDate: { year: 2026, month: 12, day: 3 }, startTime: 840, endTime: 660 },
  petServiceList: [
    { petDetailId: "1", petId: "10", serviceId: "90", careType: "BOARDING", price: usd(90), priceParts: [nights] },
    { petDetailId: "2", petId: "11", serviceId: "90", careType: "BOARDING", price: usd(100) },
    { ...line, petDetailId: "3", stayDay: EVERY, price: usd(30), priceParts: [days] },
    { ...line, petDetailId: "4", stayDay: EVERY, price: usd(42) },
  ],
});
const until = (day: number) => ({ from: "2026-12-01", to: `2026-12-0${day}`, start: 840, end: 660 });
const none = { rules: [], inSequence: false };

test("services of a stay come to what was agreed, on the days as they are to be; a new one to what the catalogue says", () => {
  const [play, walks] = extrasOf(stay) as [ReturnType<typeof extrasOf>[number], ReturnType<typeof extrasOf>[number]];
  const at = (extra: typeof play, day: number) => extraPrice(extra, { stay, services, span: until(day) });
  expect([at(play, 3), at(play, 4), at({ ...play, stayDay: FIRST }, 4)]).toEqual([3000n, 4000n, 1000n]);
  expect([at(walks, 3), at(walks, 4), at({ ...walks, stayDay: LAST }, 3)], "by hand, in proportion").toEqual([4200n, 5600n, 1400n]);
  expect([LAST, EVERY].map((stayDay) => at({ ...play, petDetailId: "0", stayDay }, 3))).toEqual([3000n, 9000n]);
});

test("boarding for other days goes on at its rate, by the rules of now, and in proportion where it was set by hand", () => {
  const at = (day: number, rules: object[] = []) =>
    boardingPrice({ stay, services, span: until(day) }, { ...none, rules } as Parameters<typeof boardingPrice>[1]);
  expect([at(3), at(4)]).toEqual([19_000n, 13_500n + 15_000n]);
  const item = { from: 3, startDate: "", endDate: "", weekdays: [], decrease: true, percent: null, amount: 500n };
  const long = { id: "1", name: "Long stay", type: PricingRuleType.LENGTH_OF_STAY, careType: "BOARDING", serviceIds: null, items: [item] };
  expect(at(4, [long])).toBe(12_000n + 15_000n);
  const first = { ...long, type: PricingRuleType.FIRST_VISIT };
  expect([at(3, [first]), at(4, [first])], "not known here").toEqual([19_000n, undefined]);
  expect(boardingPrice({ stay, services, span: until(4) }, undefined)).toBeUndefined();
});
