import { expect, test } from "vitest";
import { moreThanZero, percent, wholePercent } from "./share.ts";

test.each([
  ["0", 2, true],
  ["", 2, true],
  ["42.5", 2, true],
  ["100", 2, true],
  ["100.00", 2, true],
  ["100.01", 2, false],
  ["17.1234", 2, false],
  ["17.1234", 4, true],
  ["-1", 2, false],
  ["4e1", 2, false],
  ["half", 2, false],
])("a percentage of %j with %i decimals: %s", (value, decimals, right) => expect(percent(decimals)(value) === undefined).toBe(right));

test.each([
  ["0", false],
  ["1", true],
  ["100", true],
  ["101", false],
  ["12.5", false],
  ["", false],
])("a whole percentage of %j: %s", (value, right) => expect(wholePercent(value) === undefined).toBe(right));

test.each([
  ["0", false],
  ["0.00", false],
  ["0.01", true],
])("more than zero: %s is %s", (value, right) => expect(moreThanZero(value) === undefined).toBe(right));
