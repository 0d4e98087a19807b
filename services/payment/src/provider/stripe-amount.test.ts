import fc from "fast-check";
import { expect, test } from "vitest";
import { fromStripe, stripeStep, toStripe } from "./stripe-amount.ts";

test.each([
  ["USD", 1_250n, 1_250],
  ["JPY", 7_500n, 7_500],
  ["HUF", 1_000_000n, 1_000_000],
  ["ISK", 7_500n, 750_000],
  ["UGX", 20_000n, 2_000_000],
  ["MGA", 500_000n, 5_000],
  ["KWD", 5_120n, 5_120],
])("what Stripe is told to take in %s is what is owed", (currency, minor, told) => {
  expect(toStripe(minor, currency)).toBe(told);
  expect(fromStripe(told, currency.toLowerCase())).toBe(minor);
});

test.each([
  ["USD", 1n],
  ["JPY", 1n],
  ["KWD", 10n],
  ["MGA", 100n],
])("%s goes in steps of %s", (currency, step) => expect(stripeStep(currency)).toBe(step));

test("an amount that Stripe takes comes back as it went", () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 999_999_999n }),
      fc.constantFrom("USD", "JPY", "ISK", "UGX", "HUF", "KWD", "MGA"),
      (steps, currency) => {
        const minor = steps * stripeStep(currency);
        return fromStripe(toStripe(minor, currency), currency) === minor;
      },
    ),
  );
});
