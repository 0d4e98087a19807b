import { expect, test } from "vitest";
import { meantBy } from "./keyword.ts";

test.each([
  ["4242", "USD", { last4: "4242", invoice: "4242", minor: "424200" }],
  ["INV-1007", "USD", { invoice: "1007" }],
  ["inv1007", "USD", { invoice: "1007" }],
  ["48.5", "USD", { minor: "4850" }],
  ["$1,234.50", "USD", { minor: "123450" }],
  ["1.234,50 €", "EUR", { minor: "123450" }],
  ["1,234", "USD", { invoice: "", minor: "123400" }],
  ["48.505", "USD", { minor: "4850500" }],
  ["1.250", "KWD", { minor: "1250" }],
  ["1,250", "JPY", { minor: "1250" }],
  ["12.5", "JPY", { minor: "" }],
  ["A-1", "USD", { check: "a-1", last4: "", invoice: "", minor: "" }],
  ["9".repeat(40), "USD", { invoice: "", minor: "" }],
])("%s in %s", (keyword, currency, meant) => {
  expect(meantBy(keyword, currency)).toMatchObject(meant);
});
