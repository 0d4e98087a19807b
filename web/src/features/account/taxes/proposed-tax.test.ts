import { expect, test } from "vitest";
import { proposedTax } from "./proposed-tax.ts";

test.each([
  ["US", "TX", "Texas sales tax", "6.25"],
  ["US", " washington ", "Washington sales tax", "6.5"],
  ["GB", "Kent", "VAT", "20"],
  ["US", "OR", undefined, undefined],
  ["US", "", undefined, undefined],
  ["JP", "Tokyo", undefined, undefined],
])("an address in %s, %s proposes %s at %s", (country, state, taxName, taxRate) => {
  const found = proposedTax({ country, state });
  expect([found?.taxName, found?.taxRate]).toEqual([taxName, taxRate]);
});
