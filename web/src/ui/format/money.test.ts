import fc from "fast-check";
import { expect, test } from "vitest";
import { amountText, canBecomeAmount, formatMoney, fromMinor, isAmount, parseMoney, readAmount, toMinor } from "./money.ts";

test.each([
  ["0", true],
  ["0.5", true],
  ["999999999.99", true],
  ["1000000000", false],
  ["01", false],
  ["1.", false],
  ["1.234", false],
  [".5", false],
  ["-1", false],
  ["", false],
])("amount-pattern: %s is %s", (text, expected) => expect(isAmount(text)).toBe(expected));

test("amount-pattern: every beginning of an amount may be typed", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999 }), fc.integer({ min: 0, max: 99 }), (whole, cents) => {
      const text = `${whole}.${String(cents).padStart(2, "0")}`;
      for (let at = 1; at <= text.length; at++) expect(canBecomeAmount(text.slice(0, at))).toBe(true);
    }),
  );
  for (const wrong of ["01", "1.234", "-", ".", "a", "1000000000"]) expect(canBecomeAmount(wrong)).toBe(false);
});

test.each([
  ["$1,234.50", "1234.50"],
  ["12,5", "12.5"],
  ["1,234", "1234"],
  ["1.234,56", "1234.56"],
  ["88.555", "88.55"],
  ["007", "7"],
  ["0", "0"],
  ["5.", "5."],
  ["", ""],
  ["-5", undefined],
  ["1234567890", undefined],
])("amount-pattern: %s in the field is %s", (typed, shown) => expect(readAmount(typed)).toBe(shown));

test.each([
  ["¥1,234", "JPY", "1234"],
  ["12.5", "JPY", "12"],
  ["12.", "KRW", "12"],
  ["7.500", "CLP", "7500"],
  ["7.500", "EUR", "7.50"],
  ["7.5005", "KWD", "7.500"],
  ["1,234.567", "KWD", "1234.567"],
  ["1,234", "KWD", "1234"],
])("amount-pattern: %s in a field of %s is %s, with the decimals of the currency", (typed, code, shown) =>
  expect(readAmount(typed, code)).toBe(shown),
);

test.each([
  ["12,50", "EUR", "1.234,56", "12.50"],
  ["12.50", "EUR", "1.234,56", "12.50"],
  ["1.234", "EUR", "1.234,56", "1234"],
  ["1.234,5", "EUR", "1.234,56", "1234.5"],
  ["1 234,56 €", "EUR", "1 234,56", "1234.56"],
  ["1'234.56", "CHF", "1'234.56", "1234.56"],
  ["1,234", "KWD", "1.234,56", "1.234"],
  ["1.234", "KWD", "1.234,56", "1234"],
] as const)("number-formats: %s typed in %s where people write %s is %s", (typed, code, format, shown) =>
  expect(readAmount(typed, code, format)).toBe(shown),
);

test.each([
  ["KWD", "1.234", true],
  ["KWD", "1.2345", false],
  ["USD", "1.234", false],
  ["JPY", "1.2", false],
  ["JPY", "12", true],
])("amount-pattern: in %s %s is an amount: %s", (code, text, expected) => expect(isAmount(text, code)).toBe(expected));

test.each([
  ["KWD", 1_234_567n, "KWD 1,234.567", "1234.567"],
  ["BHD", 5n, "BHD 0.005", "0.005"],
  ["TND", 1_000n, "TND 1.000", "1"],
  ["JOD", -1_250n, "−JOD 1.250", "-1.250"],
  ["JPY", 7_500n, "¥7,500", "7500"],
  ["UGX", 7_500n, "UGX 7,500", "7500"],
])("money-value-shape: %s has its own smallest coin, %i of them are %s", (code, minor, shown, typed) => {
  const money = fromMinor(minor, code);
  expect(formatMoney(money)).toBe(shown);
  expect(amountText(money)).toBe(typed);
  expect(parseMoney(typed, code)).toEqual(money);
});

test("short prices leave out decimals that are all zero, and only those", () => {
  const short = (minor: bigint, code: string, numberFormat: "1,234.56" | "1.234,56" = "1,234.56") =>
    formatMoney(fromMinor(minor, code), { short: true, numberFormat });
  expect([short(5_800n, "USD"), short(5_850n, "USD"), short(100_000n, "EUR", "1.234,56")]).toEqual(["$58", "$58.50", "€1.000"]);
  expect([short(1_000n, "JPY"), short(1_000n, "KWD")]).toEqual(["¥1,000", "KWD 1"]);
});

test("money without cents is written without them", () => {
  expect(formatMoney({ currencyCode: "JPY", units: 7_500n })).toBe("¥7,500");
  expect(formatMoney({ currencyCode: "CLP", units: 7_500n }, { numberFormat: "1.234,56" })).toBe("$7.500");
  expect(formatMoney({ currencyCode: "JPY", units: -58n })).toBe("−¥58");
  expect(formatMoney({ currencyCode: "HUF", units: 7_500n })).toBe("Ft 7,500.00");
});

test.each([
  ["1.239", "$1.23"],
  ["1.999", "$1.99"],
  ["2", "$2.00"],
  ["-1.239", "−$1.23"],
])("money-rounds-down: %s is shown as %s", (text, shown) => expect(formatMoney(parseMoney(text))).toBe(shown));

test("money-value-shape: units as a whole number, nanos as billionths, USD by default", () => {
  expect(parseMoney("12.5")).toEqual({ currencyCode: "USD", units: 12n, nanos: 500_000_000 });
  expect(formatMoney({ units: "12", nanos: 500_000_000 })).toBe("$12.50");
  const minors = fc.bigInt({ min: -(10n ** 11n), max: 10n ** 11n });
  const codes = fc.constantFrom("USD", "JPY", "HUF", "KWD");
  fc.assert(fc.property(minors, codes, (minor, code) => toMinor(fromMinor(minor, code)) === minor));
  fc.assert(fc.property(minors, codes, (minor, code) => toMinor(parseMoney(amountText(fromMinor(minor, code)), code)) === minor));
});

test("money is written with its currency, grouped, and signed in front", () => {
  expect(formatMoney({ currencyCode: "GBP", units: 1846n })).toBe("£1,846.00");
  expect(formatMoney({ currencyCode: "CHF", units: 5n })).toBe("CHF 5.00");
  expect(formatMoney({ units: 5n }, { sign: true })).toBe("+$5.00");
  expect(formatMoney({ units: 1234n, nanos: 500_000_000 }, { numberFormat: "1,234" })).toBe("$1,234.50");
  expect(formatMoney({ units: 1234n }, { numberFormat: "1,234" })).toBe("$1,234");
  expect(formatMoney(undefined)).toBe("$0.00");
});
