import { create } from "@bufbuild/protobuf";
import { ServiceAreaSchema, ServiceAreaType } from "@leashline/proto/leashline/calendar/v1/service_area_service_pb.js";
import { expect, test } from "vitest";
import { BY_DISTANCE, cornersIn, cornersText, FROM_ADDRESS, metersIn, requestOf, valuesOf, zipcodesIn } from "./area-form.ts";

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

test.each([
  ["10", "mi", 16_093],
  ["2.5", "km", 2500],
  ["2,5", "km", 2500],
  ["310", "mi", 498_897],
  ["0", "mi", undefined],
  ["-3", "mi", undefined],
  ["311", "mi", undefined],
  ["500.1", "km", undefined],
  ["far", "km", undefined],
  ["", "mi", undefined],
] as const)("a distance of %s %s is %s meters", (text, unit, meters) => {
  expect(metersIn(text, unit)).toBe(meters);
});

test("a circle is sent as it was typed; its distance stays to the meter where nobody changed it, whatever unit it is read in", () => {
  const kept = create(ServiceAreaSchema, {
    ...{ areaName: "Near", serviceAreaType: ServiceAreaType.CIRCLE },
    circle: { radiusMeters: 16_093, center: { lat: 47.610001, lng: -122.34 }, address: "12 Pine St" },
  });
  const values = valuesOf(kept, "#112233", "km");
  expect(values.circle).toEqual({
    radiusMeters: "16.1",
    atLocation: FROM_ADDRESS,
    address: "12 Pine St",
    lat: "47.610001",
    lng: "-122.34",
  });
  expect(requestOf(values, "km", kept.circle).circle).toMatchObject({ radiusMeters: 16_093, center: { lat: 47.610001, lng: -122.34 } });
  const changed = { ...values, circle: { ...values.circle, radiusMeters: "20" } };
  expect(requestOf(changed, "km", kept.circle).circle?.radiusMeters).toBe(20_000);
  const fresh = valuesOf(undefined, "#112233", "mi");
  expect(requestOf({ ...fresh, type: BY_DISTANCE }, "mi").circle).toEqual({ radiusMeters: 16_093, atLocation: true, address: "" });
  expect(requestOf(fresh, "mi").updateMask.paths, "what it is not by is left alone").not.toContain("circle");
});
