import { create } from "@bufbuild/protobuf";
import { ServiceAreaSchema, ServiceAreaType } from "@leashline/proto/leashline/calendar/v1/service_area_service_pb.js";
import { metersBetween } from "@leashline/proto/rules/area-circle.ts";
import { expect, test } from "vitest";
import { areaWords, outlineOf } from "./outline.ts";

const center = { lat: 47.6, lng: -122.3 };
const corners = [center, { lat: 47.7, lng: -122.3 }, { lat: 47.7, lng: -122.2 }];
const area = (serviceAreaType: ServiceAreaType, circle = { radiusMeters: 16_093, center, address: "", atLocation: true }) =>
  create(ServiceAreaSchema, { serviceAreaType, zipcodes: ["98101", "98102"], polygon: corners, circle });

test("on a map an area has the line that says where it is: its corners, or a ring as far away as it reaches", () => {
  expect(outlineOf(area(ServiceAreaType.ZIPCODES))).toEqual([]);
  expect(outlineOf(area(ServiceAreaType.POLYGON))).toMatchObject(corners);
  const ring = outlineOf(area(ServiceAreaType.CIRCLE));
  expect(ring.length).toBeGreaterThan(30);
  for (const corner of ring) expect(metersBetween(center, corner)).toBeCloseTo(16_093, 0);
});

test("an area by distance is told in the unit that the company reads, and from what it is measured", () => {
  const pine = { radiusMeters: 1000, center, address: "12 Pine St", atLocation: false };
  expect(areaWords(area(ServiceAreaType.CIRCLE), "mi")).toBe("Within 10 miles of your location");
  expect(areaWords(area(ServiceAreaType.CIRCLE), "km")).toBe("Within 16.1 kilometers of your location");
  expect(areaWords(area(ServiceAreaType.CIRCLE, pine), "km")).toBe("Within 1 kilometer of 12 Pine St");
  expect(areaWords(area(ServiceAreaType.ZIPCODES), "mi")).toBe("98101, 98102");
});
