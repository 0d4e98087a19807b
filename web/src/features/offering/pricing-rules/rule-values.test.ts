import { PricingRuleType as Type } from "@leashline/proto/leashline/offering/v1/pricing_rule_pb.js";
import { expect, test } from "vitest";
import { draftRule, newItem, percentFor } from "./rule-values.ts";

test.each([
  ["less", "100", undefined],
  ["less", "100.01", "A discount is at most 100%"],
  ["less", "150", "A discount is at most 100%"],
  ["more", "150", undefined],
  ["more", "a lot", "A percentage like 20 or 12.5"],
  ["less", "", undefined],
] as const)("%s by %s percent", (direction, text, said) => expect(percentFor(direction)(text)).toBe(said));

test.each([
  ["150", 1_000_000n],
  ["a lot", 0n],
  ["20", 200_000n],
])("a discount of %s is tried as what can be taken off a price", (percent, tried) => {
  const values = { name: "", careType: "BOARDING", active: true, serviceIds: [], ruleItems: [{ ...newItem(Type.MULTI_PET), percent }] };
  expect(draftRule(values, Type.MULTI_PET, "USD").items[0]?.percent).toBe(tried);
});
