import { create } from "@bufbuild/protobuf";
import { StaffPaySettingSchema } from "@leashline/proto/leashline/account/v1/staff_pb.js";
import { expect, test } from "vitest";
import { payBody, payValues, tiersProblem } from "./pay.ts";

test("commission-types: tiers go out by amount, with money in the currency of the business", () => {
  const values = {
    ...payValues(undefined),
    commission: true,
    commissionType: "2",
    tierType: "2",
    tiers: [
      { from: "2000", rate: "45" },
      { from: "0", rate: "40" },
    ],
    hourly: true,
    hourlyPay: "18.50",
  };
  const body = payBody(values, "CAD");
  expect(body.commissionType).toBe(2);
  expect(body.tierType).toBe(2);
  expect(body.tiers?.map((tier) => [tier.fromAmount?.units, tier.rate])).toEqual([
    [0n, 40],
    [2000n, 45],
  ]);
  expect(body.hourlyPay).toMatchObject({ currencyCode: "CAD", units: 18n, nanos: 500_000_000 });
});

test("a setting that is read and written unchanged stays the same", () => {
  const pay = create(StaffPaySettingSchema, {
    serviceCommissionEnable: true,
    commissionType: 1,
    tierType: 1,
    servicePayRate: 42.5,
    addonPayRate: 10,
    hourlyPay: { currencyCode: "USD", units: 0n, nanos: 0 },
    tipsEnable: true,
    tipsPayRate: 100,
  });
  expect(create(StaffPaySettingSchema, payBody(payValues(pay), "USD"))).toEqual(pay);
});

test.each([
  ["0", "", "USD", true],
  ["0", "10", "USD", false],
  ["1.25", "1.251", "USD", true],
  ["1.25", "1.251", "KWD", false],
])("two tiers cannot begin at the same amount: %s and %s in %s", (first, second, currency, same) => {
  const tiers = [first, second].map((from) => ({ from, rate: "1" }));
  expect(tiersProblem(tiers, currency) !== undefined).toBe(same);
});
