import { expect, test } from "vitest";
import { formatDistance } from "./distance.ts";

test("a distance is read in the company's unit", () => {
  expect([0, 1.5, 30].map((miles) => formatDistance(miles, "mi"))).toEqual(["0 mi", "1.5 mi", "30 mi"]);
  expect([0, 1.5, 30].map((miles) => formatDistance(miles, "km"))).toEqual(["0 km", "2.4 km", "48 km"]);
});

test("distance-units: 10 km are 6.21371 miles", () => {
  expect(formatDistance(6.21371, "km")).toBe("10 km");
  expect(formatDistance(621_371, "km"), "to the last digit").toBe("1000000 km");
});
