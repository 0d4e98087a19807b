import { expect, test } from "vitest";
import { zoneChoices } from "./zones.ts";

const offered = {
  countries: [
    { countryAlpha2Code: "US", timezoneNames: ["America/New_York", "America/Chicago"] },
    { countryAlpha2Code: "DE", timezoneNames: ["Europe/Berlin"] },
  ],
  timezones: ["America/Chicago", "America/New_York", "Europe/Berlin"],
};

test("a country's zones come first, by the names its people use", () => {
  expect(zoneChoices(offered, "US", "America/Chicago")).toEqual([
    { value: "America/New_York", label: "Eastern Time · New York" },
    { value: "America/Chicago", label: "Central Time · Chicago" },
    { value: "Europe/Berlin", label: "Europe/Berlin" },
  ]);
  expect(zoneChoices(offered, "DE", "Europe/Berlin").map((one) => one.value)).toEqual([
    "Europe/Berlin",
    "America/Chicago",
    "America/New_York",
  ]);
});

test("all other zones stand by their names, however they come", () => {
  const timezones = ["US/Alaska", "Asia/Dubai", "America/New_York", "Africa/Cairo", "Europe/Berlin"];
  expect(zoneChoices({ ...offered, timezones }, "DE", "Pacific/Fiji").map((one) => one.value)).toEqual([
    ...["Europe/Berlin", "Africa/Cairo", "America/New_York", "Asia/Dubai", "Pacific/Fiji", "US/Alaska"],
  ]);
});

test("the zone that is chosen is offered before the list has come, and where the list no longer has it", () => {
  expect(zoneChoices(undefined, "US", "America/New_York")).toEqual([{ value: "America/New_York", label: "America/New York" }]);
  expect(zoneChoices(offered, "US", "US/Eastern").map((one) => one.value)).toContain("US/Eastern");
  expect(zoneChoices(undefined, "US", "")).toEqual([]);
});
