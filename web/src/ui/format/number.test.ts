import { expect, test } from "vitest";
import { formatCapped, formatNumber } from "./number.ts";

test.each([
  ["1,234.56", "1,234.56"],
  ["1.234,56", "1.234,56"],
  ["1'234.56", "1'234.56"],
  ["1 234,56", "1 234,56"],
  ["1,234", "1,234"],
] as const)("number-formats: 1234.56 in %s", (format, shown) => expect(formatNumber(1234.56, format)).toBe(shown));

test("numbers round down, drop idle zeros and never show a negative zero", () => {
  expect(formatNumber(1_234_567.899)).toBe("1,234,567.89");
  expect(formatNumber(12)).toBe("12");
  expect(formatNumber(-0.001)).toBe("0");
  expect(formatNumber(1e21)).toBe("1,000,000,000,000,000,000,000");
  expect(formatNumber(Number.NaN)).toBe("–");
});

test("amount-display-limit: above 99999 only a plus", () => {
  expect(formatCapped(100_000)).toBe("99999+");
  expect(formatCapped(99_999)).toBe("99999");
});
