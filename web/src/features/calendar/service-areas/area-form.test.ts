import { expect, test } from "vitest";
import { cornersIn, cornersText, zipcodesIn } from "./area-form.ts";

test("zip codes are read however they are set apart, each once", () => {
  expect(zipcodesIn("98101, 98102\n98101;k1a 0b1")).toEqual(["98101", "98102", "K1A", "0B1"]);
});

test("corners are read line by line, and what is no place is not taken for one", () => {
  expect(cornersIn("47.6, -122.3\n\n47.7 -122.4")).toEqual([
    { lat: 47.6, lng: -122.3 },
    { lat: 47.7, lng: -122.4 },
  ]);
  expect(cornersIn("north")).toBeUndefined();
  expect(cornersIn("97, 10")).toBeUndefined();
  expect(cornersIn(cornersText([{ lat: 47.6, lng: -122.3 }]))).toEqual([{ lat: 47.6, lng: -122.3 }]);
});
