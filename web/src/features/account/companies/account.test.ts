import { expect, test } from "vitest";
import { APP_TYPES, CARE_TYPES } from "../../offering/shared/care-types.ts";
import { guessCountry, proposalsFor, zoneOfState } from "./guess.ts";

test("care-types-list: exactly the six", () =>
  expect(CARE_TYPES.map((type) => type.id)).toEqual(["GROOMING", "BOARDING", "DAYCARE", "EVALUATION", "DOG_WALKING", "GROUP_CLASS"]));

test("business-app-types: 0 mobile, 1 facility, 2 hybrid", () =>
  expect(Object.fromEntries(APP_TYPES.map((type) => [type.value, type.label]))).toEqual({ 0: "Mobile", 1: "At our place", 2: "Both" }));

const offered = [
  { countryAlpha2Code: "US", currencyCode: "USD", timezoneNames: ["America/New_York", "America/Chicago"] },
  { countryAlpha2Code: "CA", currencyCode: "CAD", timezoneNames: ["America/Toronto", "America/Vancouver"] },
  { countryAlpha2Code: "GB", currencyCode: "GBP", timezoneNames: ["Europe/London"] },
  { countryAlpha2Code: "AU", currencyCode: "AUD", timezoneNames: ["Australia/Sydney", "Australia/Perth"] },
  { countryAlpha2Code: "DE", currencyCode: "EUR", timezoneNames: ["Europe/Berlin", "Europe/Busingen"] },
  { countryAlpha2Code: "IN", currencyCode: "INR", timezoneNames: ["Asia/Calcutta"] },
];

test.each([
  ["en-GB", "Europe/London", "GB"],
  ["en", "Australia/Perth", "AU"],
  ["en-US", "America/Toronto", "CA"],
  ["en-US", "Europe/Berlin", "DE"],
  ["en-IN", "Asia/Kolkata", "IN"],
  ["fr", "Europe/Paris", "US"],
])("supported-countries: %s in %s starts with %s", (language, zone, country) =>
  expect(guessCountry(language, zone, offered)).toBe(country),
);

test.each([
  ["US", "America/Chicago", "America/Chicago"],
  ["US", "Europe/Berlin", "America/New_York"],
  ["DE", "Europe/Berlin", "Europe/Berlin"],
  ["DE", "America/Chicago", "Europe/Berlin"],
  ["IN", "Asia/Kolkata", "Asia/Calcutta"],
])("%s chosen in a browser of %s proposes %s", (country, zone, proposed) =>
  expect(proposalsFor(country, zone, offered).timezoneName).toBe(proposed),
);

test.each([
  ["US", "AZ", "America/Phoenix"],
  ["US", " wa ", "America/Los_Angeles"],
  ["AU", "WA", "Australia/Perth"],
  ["CA", "BC", "America/Vancouver"],
  ["US", "Wa.", undefined],
  ["DE", "BY", undefined],
])("an address in %s, %s lies in the zone %s", (country, state, zone) => expect(zoneOfState(country, state)).toBe(zone));
