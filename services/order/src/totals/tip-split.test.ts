import fc from "fast-check";
import { expect, test } from "vitest";
import { type SplitInput, splitTips } from "./tip-split.ts";

const cents = fc.bigInt({ min: 0n, max: 100_000n });
const staffId = fc.integer({ min: 1, max: 6 }).map(String);
const input: fc.Arbitrary<SplitInput> = fc.record({
  tips: cents,
  method: fc.constantFrom("byRevenue" as const, "evenly" as const, "custom" as const),
  revenue: fc.array(fc.record({ staffId, revenue: cents }), { maxLength: 8 }),
  custom: fc.option(fc.record({ businessTipAmount: cents, staffTips: fc.array(fc.record({ staffId, amount: cents }), { maxLength: 4 }) }), {
    nil: undefined,
  }),
});

test("shares and the business's part add up to the tip, and nobody gets less than nothing", () => {
  fc.assert(
    fc.property(input, (i) => {
      const split = splitTips(i);
      const whole = split.staffTips.reduce((sum, t) => sum + t.amount, split.businessTipAmount);
      expect(whole).toBe(i.tips);
      for (const t of split.staffTips) expect(t.amount >= 0n).toBe(true);
    }),
  );
});

const revenue = [
  { staffId: "7", revenue: 6_000n },
  { staffId: "8", revenue: 3_000n },
  { staffId: "7", revenue: 1_000n },
];

test.each([
  ["by revenue", { method: "byRevenue" as const }, 0n, ["7:700", "8:300"]],
  ["evenly", { method: "evenly" as const }, 0n, ["7:500", "8:500"]],
  [
    "custom, in the proportions written",
    { method: "custom" as const, custom: { businessTipAmount: 100n, staffTips: [{ staffId: "8", amount: 400n }] } },
    200n,
    ["8:800"],
  ],
])("a tip is split %s", (_, how, business, staff) => {
  const split = splitTips({ tips: 1_000n, revenue, ...how });
  expect(split.businessTipAmount).toBe(business);
  expect(split.staffTips.map((t) => `${t.staffId}:${t.amount}`)).toEqual(staff);
});

test("without staff on the order the business keeps the tip", () => {
  expect(splitTips({ tips: 500n, method: "byRevenue", revenue: [] })).toMatchObject({ businessTipAmount: 500n, staffTips: [] });
});
