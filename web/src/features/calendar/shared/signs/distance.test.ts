import { expect, test } from "vitest";
import { formatDistance, KM_TO_MILES } from "./distance.ts";

test("a distance is read in the company's unit", () => {
  expect([0, 1.5, 30].map((miles) => formatDistance(miles, "mi"))).toEqual(["0 mi", "1.5 mi", "30 mi"]);
  expect([0, 1.5, 30].map((miles) => formatDistance(miles, "km"))).toEqual(["0 km", "2.4 km", "48 km"]);
});

test("distance-units: 10 km are 6.21371 miles", () => expect(10 * KM_TO_MILES).toBeCloseTo(6.21371, 10));
