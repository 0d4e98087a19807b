import { expect, test } from "vitest";
import { problemIn } from "./correction.ts";

test.each([
  ["customer.firstName", " ", false],
  ["customer.lastName", "", true],
  ["customer.phoneNumber", "206 555 0142", true],
  ["customer.phoneNumber", "call me", false],
  ["customer.email", "", false],
  ["customer.email", "a b@c.d", false],
  ["pets[1].weight", "0", false],
  ["pets[1].weight", "12.25", true],
  ["pets[1].birthday", "2027-01-01", false],
  ["pets[1].birthday", "2021-02-29", false],
  ["pets[1].birthday", "2020-02-29", true],
  ["pets[1].note", "x".repeat(501), false],
])("%s %j can be so: %s", (key, given, can) =>
  expect(problemIn({ key, given }, { today: "2026-11-26", country: "US", addressCountry: "" }) === null).toBe(can),
);

test.each([
  ["US", "", "abc", false],
  ["US", "", "98101", true],
  ["US", "US", "98101-4410", true],
  ["US", "", "V6B 1A1", true],
  ["US", "Canada", "v6b 1a1", true],
  ["US", "CA", "98101", false],
  ["US", "United States", "V6B 1A1", false],
  ["US", "USA", "98101", true],
  ["US", "NL", "1012 AB", true],
  ["CA", "", "98101", true],
  ["CA", "CA", "V6B 1A1", true],
  ["GB", "", "SW1A 1AA", true],
  ["GB", "UK", "2000", false],
  ["AU", "", "2000", true],
  ["DE", "", "D-10115", true],
  ["US", "", "", true],
])("with a business in %s the ZIP code of an address in %j can be %j: %s", (country, addressCountry, given, can) =>
  expect(problemIn({ key: "address.zipcode", given }, { today: "2026-11-26", country, addressCountry }) === null).toBe(can),
);
