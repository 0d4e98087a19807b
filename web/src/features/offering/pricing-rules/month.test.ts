import { create } from "@bufbuild/protobuf";
import { StayLodgingSchema } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { PricedStaySchema } from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import { PricingRuleType } from "@leashline/proto/leashline/offering/v1/pricing_rule_pb.js";
import { PriceUnit } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import type { PriceRule } from "@leashline/proto/rules/stay-price.ts";
import { expect, test } from "vitest";
import { compared } from "./month.ts";

const usd = (units: bigint) => ({ currencyCode: "USD", units, nanos: 0 });
const line = (petId: string) => ({ petId, serviceId: "1", rate: usd(45n), unit: PriceUnit.PER_NIGHT, price: usd(90n) });
const stay = (day: number, petIds: string[]) =>
  create(PricedStaySchema, {
    startDate: { year: 2026, month: 12, day },
    endDate: { year: 2026, month: 12, day: day + 2 },
    startTime: 840,
    endTime: 660,
    lines: petIds.map(line),
  });
const rule = (more: Partial<PriceRule["items"][number]>, type: PricingRuleType): PriceRule => ({
  id: "draft",
  name: "Tried",
  type,
  careType: "BOARDING",
  serviceIds: null,
  items: [{ from: 0, startDate: "", endDate: "", weekdays: [], decrease: false, percent: null, amount: 0n, name: "", ...more }],
});

test("each stay is reckoned with and without the rule; one without an explained price is not counted", () => {
  const peak = rule({ startDate: "2026-12-24", endDate: "2026-12-24", amount: 1_500n }, PricingRuleType.PEAK_DATE);
  const second = rule({ from: 2, decrease: true, percent: 200_000n }, PricingRuleType.MULTI_PET);
  const stays = [stay(23, ["1"]), stay(10, ["2", "3"]), stay(12, [])];
  const none = { rules: [], inSequence: false };
  expect(compared(stays, none, { ...none, rules: [peak] })).toEqual({ stays: 2, before: 27_000n, after: 28_500n, dearer: 1, cheaper: 0 });
  expect(compared(stays, none, { ...none, rules: [second] })).toEqual({ stays: 2, before: 27_000n, after: 25_200n, dearer: 0, cheaper: 1 });
});

test("a stay whose rooms cost something of their own is tried at that", () => {
  const suite = stay(10, ["2", "3"]);
  const nights = { lodgingUnitId: "7", startDate: { year: 2026, month: 12, day: 11 }, endDate: { year: 2026, month: 12, day: 12 } };
  suite.lines[1]!.lodgings = [create(StayLodgingSchema, { ...nights, nightlyPrice: usd(85n) })];
  const second = rule({ from: 2, decrease: true, percent: 200_000n }, PricingRuleType.MULTI_PET);
  const none = { rules: [], inSequence: false };
  expect(compared([suite], none, { ...none, rules: [second] })).toMatchObject({ stays: 1, before: 22_000n, after: 19_400n });
});
