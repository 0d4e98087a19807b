import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { expect, test } from "vitest";
import { formatAs } from "../../../ui/format/locale.ts";
import { defaultPreferences } from "../../../ui/format/preferences.ts";
import { lastDayOf, mayEndOn, neededFor, sampleOf, strangeIn } from "./agreement-words.ts";

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
