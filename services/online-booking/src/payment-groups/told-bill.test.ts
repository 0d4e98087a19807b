import { toMoney } from "@leashline/kit";
import { PrepayStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { ChargeApplyType } from "@leashline/proto/leashline/offering/v1/service_charge_service_pb.js";
import { ShowPrice } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { expect, test } from "vitest";
import type { PageOffer } from "../storefront/kept-page.ts";
import type { Offer, Plan, PlannedService } from "../storefront/plan.ts";
import { billOf, toldBill } from "./told-bill.ts";

const service = (id: string, more: object = {}) => ({ id, taxId: "4", options: {}, ...more });
const pageWith = (more: Partial<Record<keyof PageOffer, unknown>>): PageOffer =>
  ({ services: [], addOns: [], added: [], taxRates: new Map([["4", 100_000n]]), charges: [], taxesIncluded: false, ...more }) as never;
const cleaning = {
  ...{ name: "Cleaning", price: toMoney(500, "USD"), taxId: "4", careTypes: ["DAYCARE"], businessIds: [], surchargeType: 0 },
  applyType: ChargeApplyType.PER_PET,
};
const line = (serviceId: string, minor: bigint, more: Partial<PlannedService> = {}): PlannedService => ({
  ...{ serviceId, name: serviceId, careType: "DAYCARE", minor, duration: 60 },
  ...more,
});
const plan = (pets: PlannedService[][], minor: bigint): Plan => ({ pets, duration: 60, minor });
const offers = new Map([["1", { taxId: "4" }]]) as unknown as ReadonlyMap<string, Offer>;

test.each<[string, Partial<Record<keyof PageOffer, unknown>>, PlannedService[][], bigint, string[], boolean, object]>([
  ["a service and its tax", {}, [[line("1", 1_999n)]], 1_999n, ["a"], false, { price: "1999", charges: [], tax: "199", total: "2198" }],
  [
    "what puts itself onto the bill, for each pet",
    { charges: [cleaning] },
    [[line("1", 2_000n)], [line("1", 2_000n)]],
    4_000n,
    ["a"],
    false,
    { charges: [{ name: "Cleaning × 2", minor: "1000" }], tax: "500", total: "5500" },
  ],
  [
    "days that do not cost the same, each with its charge",
    { charges: [cleaning] },
    [[line("1", 2_000n, { minorOn: { a: 2_000n, b: 3_005n } })]],
    5_005n,
    ["a", "b"],
    false,
    { price: "5005", charges: [{ name: "Cleaning × 2", minor: "1000" }], tax: "600", total: "6605" },
  ],
  [
    "what comes along with a stay has its own tax",
    { added: [service("9", { taxId: "5" })], taxRates: new Map([["5", 200_000n]]) },
    [[line("9", 1_000n)]],
    1_000n,
    ["a"],
    false,
    { tax: "200", total: "1200" },
  ],
  ["a class has no charges", { charges: [cleaning] }, [[line("1", 2_000n)]], 2_000n, ["a"], true, { charges: [], total: "2200" }],
  [
    "prices that hold their tax",
    { taxRates: new Map(), taxesIncluded: true },
    [[line("1", 900n)]],
    900n,
    ["a"],
    false,
    { tax: "0", total: "900", taxesIncluded: true },
  ],
  [
    "a price that starts somewhere",
    { services: [service("1", { options: { showBasePrice: ShowPrice.STARTING_AT } })] },
    [[line("1", 900n)]],
    900n,
    ["a"],
    false,
    { startingAt: true },
  ],
])("what was told it comes to: %s", (_, page, pets, minor, dates, inClass, told) => {
  expect(toldBill(pageWith(page), { plan: plan(pets, minor), offers, dates, inClass })).toMatchObject(told);
});

const bill = { price: "5000", charges: [], tax: "500", total: "5500" };
const row = (prepayStatus: PrepayStatus, more: object = {}) => ({
  ...{ bill, currency: "USD", prepayStatus, prepayMinor: "2000", prepayPaid: "0", prepayRefunded: "0" },
  ...more,
});
const usd = (minor: number) => toMoney(minor, "USD");

test.each<[string, ReturnType<typeof row>, object]>([
  ["nothing", row(PrepayStatus.UNSPECIFIED, { prepayMinor: "0" }), { paidAhead: usd(0), due: usd(5_500) }],
  ["held", row(PrepayStatus.REQUIRE_CAPTURE), { paidAhead: usd(2_000), due: usd(3_500) }],
  ["charged", row(PrepayStatus.PAID, { prepayPaid: "2000" }), { paidAhead: usd(2_000), due: usd(3_500) }],
  ["partly back", row(PrepayStatus.PAID, { prepayPaid: "2000", prepayRefunded: "500" }), { paidAhead: usd(1_500), due: usd(4_000) }],
  ["released", row(PrepayStatus.CANCELED), { paidAhead: usd(0), due: usd(5_500) }],
  ["more than the total", row(PrepayStatus.REQUIRE_CAPTURE, { prepayMinor: "6000" }), { paidAhead: usd(6_000), due: usd(0) }],
])("what is left of what was told, with %s paid ahead", (_, of, told) => {
  expect(billOf(of)).toMatchObject({ bill: told });
});

test("of a request from before it was kept nothing is told", () => {
  expect(billOf({ ...row(PrepayStatus.UNSPECIFIED), bill: null })).toEqual({});
});
