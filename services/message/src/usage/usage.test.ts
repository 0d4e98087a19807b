import { expect, test } from "vitest";
import { includedTexts, monthOf, usageOf } from "./usage.ts";

test("message-usage-totals: total is subscription, purchase and leftover; used is two-way, auto and calls", () => {
  const plan = { subscription: 450, purchase: 100, leftover: 20, calls: 5, freeAuto: 9 };
  expect(usageOf({ twoWay: 30, auto: 40, emails: 3 }, plan)).toEqual({ total: 570, used: 75, remaining: 495 });
  expect(usageOf({ twoWay: 900, auto: 0, emails: 0 }, plan).remaining).toBe(0);
});

test.each([
  ["US", 450],
  ["CA", 450],
  ["GB", 150],
  ["AU", 150],
])("plan-legacy-sms: tier 1 of %s includes %i", (country, expected) => expect(includedTexts(country)).toBe(expected));

test("the month is the business's own", () => {
  expect(monthOf(new Date("2026-11-01T03:00:00Z"), "America/Los_Angeles")).toEqual({
    from: new Date("2026-10-01T07:00:00Z"),
    to: new Date("2026-11-01T07:00:00Z"),
  });
});
