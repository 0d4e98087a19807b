import { expect, test } from "vitest";
import { bothLimits, formatDistance, limitWords, milesOf, wholeIn } from "./distance.ts";

test("a distance is read in the company's unit", () => {
  expect([0, 1.5, 30].map((miles) => formatDistance(miles, "mi"))).toEqual(["0 mi", "1.5 mi", "30 mi"]);
  expect([0, 1.5, 30].map((miles) => formatDistance(miles, "km"))).toEqual(["0 km", "2.4 km", "48 km"]);
});

test("distance-units: 10 km are 6.21371 miles", () => {
  expect(formatDistance(6.21371, "km")).toBe("10 km");
  expect(formatDistance(621_371, "km"), "to the last digit").toBe("1000000 km");
});

test("a limit is typed and read in the company's unit and kept in whole miles", () => {
  expect([limitWords(30, "mi"), limitWords(30, "km")]).toEqual(["30 miles", "48 kilometers"]);
  expect([milesOf("mi", 40), milesOf("km", 40), milesOf("km", 1), wholeIn("km", milesOf("km", 40))]).toEqual([40, 25, 1, 40]);
  for (let miles = 1; miles <= 500; miles++) expect(milesOf("km", wholeIn("km", miles))).toBe(miles);
});

test("a rule is kept when the way is neither too far nor too long", () => {
  expect(bothLimits({ maxDist: 30, maxTime: 45 }, "mi")).toBe("30 miles and 45 minutes");
  expect(bothLimits({ maxDist: 30, maxTime: 45 }, "km")).toBe("48 kilometers and 45 minutes");
});
