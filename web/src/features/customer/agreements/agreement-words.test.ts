import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { expect, test } from "vitest";
import { formatAs } from "../../../ui/format/locale.ts";
import { defaultPreferences } from "../../../ui/format/preferences.ts";
import { requestOf, valuesOf } from "./agreement-values.ts";
import {
  expiriesWith,
  lastDayOf,
  lastsFor,
  mayEndOn,
  mayLastMonths,
  neededFor,
  OWN_MONTHS,
  sampleOf,
  strangeIn,
} from "./agreement-words.ts";

test.each([
  ["America/Los_Angeles", "2027-01-01T08:00:00Z", "12/31/2026"],
  ["Europe/Berlin", "2026-12-31T23:00:00Z", "12/31/2026"],
  ["America/Los_Angeles", "2027-02-27T20:15:00Z", "02/27/2027"],
])("in %s what ends at %s is valid until %s", (zone, end, day) => {
  const format = formatAs({ ...defaultPreferences, zone, dateFormat: "MM/DD/YYYY" });
  expect(lastDayOf(timestampFromDate(new Date(end)), format)).toBe(day);
});

test("a last day that is over is refused, unless it is the one that it has", () => {
  expect(mayEndOn("2026-01-15", "", "2026-11-27")).toBe("Choose a day that is still to come");
  for (const [day, before] of [
    ["2026-11-27", ""],
    ["2026-01-15", "2026-01-15"],
    ["", "2026-01-15"],
  ] as const)
    expect(mayEndOn(day, before, "2026-11-27")).toBeUndefined();
});

test("a preview is of this business, with an example client", () => {
  const shop = { name: "Paws & Co", phone: "(206) 555-0199", address: "1 Main St" };
  const text = "{customerName} trusts {businessName}, {businessAddress}, {businessPhone}";
  expect(sampleOf(text, shop)).toBe("Ada trusts Paws & Co, 1 Main St, (206) 555-0199");
});

test("what waits to be signed says what it needs, and only what is signed for each appointment says so", () =>
  expect([1, 2, 3].map(neededFor)).toEqual(["Needs one signature", "For an appointment", "Asked by you"]));

test.each([
  ["Dear {petNmae}", [], "There is no placeholder {petNmae}"],
  ["{petName} comes", [], undefined],
  ["{agreementLink}", [], "There is no placeholder {agreementLink}"],
  ["{agreementLink}", ["{agreementLink}"], undefined],
  ["no { braces }", [], undefined],
] as const)("%s, with %j beside: %s", (text, more, wrong) => expect(strangeIn(text, [{ name: "{petName}" }], more)).toBe(wrong));

test("a signature is valid for any number of months up to ten years, and what was typed is what is saved", () => {
  expect(["1", "2", "120"].map(mayLastMonths)).toEqual([undefined, undefined, undefined]);
  for (const text of ["", "0", "121", "2.5", "-2"]) expect(mayLastMonths(text)).toBe("A whole number from 1 to 120");
  expect(requestOf({ ...valuesOf(), expireMonths: OWN_MONTHS, ownMonths: "2" }).expireMonths).toBe(2);
  expect(requestOf({ ...valuesOf(), expireMonths: "12", ownMonths: "2" }).expireMonths).toBe(12);
  expect(requestOf({ ...valuesOf(), expireMonths: "12", ownMonths: "2" })).not.toHaveProperty("ownMonths");
  expect(expiriesWith(2).map(({ label }) => label)).toContain("For 2 months");
});

test.each([
  [0, "", "Always"],
  [2, "", "2 months"],
  [12, "", "1 year"],
  [0, "12/31/2026", "Until 12/31/2026"],
  [24, "12/31/2026", "2 years, until 12/31/2026 at the latest"],
])("the list says of %i months and a last day %j: %s", (months, lastDay, words) => expect(lastsFor(months, lastDay)).toBe(words));
