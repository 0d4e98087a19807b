import fc from "fast-check";
import { expect, test } from "vitest";
import { fromStripe, toStripe } from "./stripe-amount.ts";

test.each([
  ["USD", 1_250n, 1_250],
  ["JPY", 7_500n, 7_500],
  ["HUF", 1_000_000n, 1_000_000],
  ["ISK", 7_500n, 750_000],
  ["UGX", 20_000n, 2_000_000],
])("what Stripe is told to take in %s is what is owed", (currency, minor, told) => {
  expect(toStripe(minor, currency)).toBe(told);
  expect(fromStripe(told, currency.toLowerCase())).toBe(minor);
});

test("an amount comes back as it went", () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 99_999_999_999n }),
      fc.constantFrom("USD", "JPY", "ISK", "UGX", "HUF"),
      (minor, currency) => fromStripe(toStripe(minor, currency), currency) === minor,
    ),
  );
});
