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

test.each([
  ["shares that were written say nothing unless the split is custom", { method: "evenly" as const }, 100n, ["7:500", "8:500"]],
  ["custom shares of nothing are split by revenue", { method: "custom" as const }, 0n, ["7:700", "8:300"]],
  ["custom without shares is split by revenue", { method: "custom" as const }, undefined, ["7:700", "8:300"]],
])("%s", (_, how, amount, staff) => {
  const custom = amount === undefined ? undefined : { businessTipAmount: amount, staffTips: [{ staffId: "8", amount }] };
  const split = splitTips({ tips: 1_000n, revenue, ...how, custom });
  expect([split.businessTipAmount, split.staffTips.map((t) => `${t.staffId}:${t.amount}`)]).toEqual([0n, staff]);
});

test("custom shares may leave the business, or somebody, nothing", () => {
  const staffTips = [
    { staffId: "7", amount: 0n },
    { staffId: "8", amount: 60n },
  ];
  expect(splitTips({ tips: 120n, method: "custom", revenue, custom: { businessTipAmount: 0n, staffTips } })).toMatchObject({
    businessTipAmount: 0n,
    staffTips: [{ amount: 0n }, { amount: 120n }],
  });
});

test("whoever brought nothing gets nothing of a tip by revenue; where nobody did, all get the same", () => {
  const of = (...each: bigint[]) =>
    splitTips({ tips: 90n, method: "byRevenue", revenue: each.map((r, i) => ({ staffId: String(i), revenue: r })) }).staffTips.map(
      (t) => t.amount,
    );
  expect([of(0n, 10n), of(0n, 0n), of(20n, 10n)]).toEqual([
    [0n, 90n],
    [45n, 45n],
    [60n, 30n],
  ]);
});

test("without staff on the order the business keeps the tip", () => {
  expect(splitTips({ tips: 500n, method: "byRevenue", revenue: [] })).toMatchObject({ businessTipAmount: 500n, staffTips: [] });
});
