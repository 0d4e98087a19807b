import { expect, test } from "vitest";
import { BUSINESS, customSplit, leftOver } from "./custom-split.ts";

test.each([
  ["exactly the tip", { 7: "6.50", 8: "3", [BUSINESS.id]: "0.50" }, 0n],
  ["nothing typed yet", { 7: "", 8: "", [BUSINESS.id]: "" }, 1_000n],
  ["a cent too much", { 7: "10.01" }, -1n],
])("amounts and tip: %s", (_, texts, left) => expect(leftOver(texts, 1_000n, "USD")).toBe(left));

test("the business's part is told apart from the staff's", () => {
  const { businessTipAmount, staffTipAmountList } = customSplit({ 7: "6.50", [BUSINESS.id]: "3.5" }, "USD");
  expect(businessTipAmount).toEqual({ currencyCode: "USD", units: 3n, nanos: 500_000_000 });
  expect(staffTipAmountList).toEqual([{ staffId: "7", amount: { currencyCode: "USD", units: 6n, nanos: 500_000_000 } }]);
});
