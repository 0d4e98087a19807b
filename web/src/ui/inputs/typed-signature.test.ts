import { expect, test } from "vitest";
import { signatureOfName } from "./typed-signature.ts";

const LINES = /^(?:M \d{1,4} \d{1,4}(?: L \d{1,4} \d{1,4})+ ?)+$/;

test.each(["Jo Park", "Zoë Ødegård-Quick", "李 小龍", "A".repeat(200), "M. van 't Hoff 3rd"])("%s is lines within the box", (name) => {
  const path = signatureOfName(name);
  expect(path).toMatch(LINES);
  const numbers = (path.match(/\d+/g) ?? []).map(Number);
  expect(Math.max(...numbers.filter((_, at) => at % 2 === 0))).toBeLessThanOrEqual(1000);
  expect(Math.max(...numbers.filter((_, at) => at % 2 === 1))).toBeLessThanOrEqual(400);
});

test("another name is another signature, and none is none", () => {
  expect(signatureOfName("Jo Park")).not.toBe(signatureOfName("Jo Bark"));
  expect([signatureOfName(""), signatureOfName("  ")]).toEqual(["", ""]);
});
