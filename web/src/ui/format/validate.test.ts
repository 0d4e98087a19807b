import { expect, test } from "vitest";
import { email, moreThanZero, percent, url, wholePercent } from "./validate.ts";

test.each([
  ["", undefined],
  ["www.a.com", "The url should start with http:// or https://"],
  ["https://", "invalid url"],
  ["https://a.com", undefined],
])("url-field-scheme: %s", (value, complaint) => expect(url(value)).toBe(complaint));

test.each([
  ["", undefined],
  ["a@b.co", undefined],
  ["abc", "Invalid email"],
])("email-field: %s", (value, complaint) => expect(email(value)).toBe(complaint));

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
