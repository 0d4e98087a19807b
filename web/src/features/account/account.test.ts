import { expect, test } from "vitest";
import { APP_TYPES, CARE_TYPES } from "./care-types.ts";
import { guessCountry } from "./guess.ts";

test("care-types-list: exactly the six", () =>
  expect(CARE_TYPES.map((type) => type.id)).toEqual(["GROOMING", "BOARDING", "DAYCARE", "EVALUATION", "DOG_WALKING", "GROUP_CLASS"]));

test("business-app-types: 0 mobile, 1 facility, 2 hybrid", () =>
  expect(Object.fromEntries(APP_TYPES.map((type) => [type.value, type.label]))).toEqual({ 0: "Mobile", 1: "At our place", 2: "Both" }));

test.each([
  ["en-GB", "Europe/London", "GB"],
  ["en", "Australia/Sydney", "AU"],
  ["en-US", "America/Toronto", "CA"],
  ["fr", "Europe/Paris", "US"],
  ["en-CA", "America/New_York", "CA"],
])("supported-countries: %s in %s starts with %s", (language, zone, country) =>
  expect(guessCountry(language, zone, ["US", "CA", "GB", "AU"])).toBe(country),
);
