import fc from "fast-check";
import { expect, test } from "vitest";
import { distanceIn, MOST_METERS, metersBetween, metersOf, ringAround } from "./area-circle.ts";

const place = fc.record({ lat: fc.double({ min: -70, max: 70, noNaN: true }), lng: fc.double({ min: -170, max: 170, noNaN: true }) });

test("a degree north is as long everywhere, one east only at the equator; the way back is as long", () => {
  expect(metersBetween({ lat: 0, lng: 0 }, { lat: 1, lng: 0 })).toBeCloseTo(111_195, -1);
  expect(metersBetween({ lat: 60, lng: 0 }, { lat: 60, lng: 1 }) / metersBetween({ lat: 0, lng: 0 }, { lat: 0, lng: 1 })).toBeCloseTo(
    0.5,
    3,
  );
  fc.assert(
    fc.property(place, place, (a, b) => {
      expect(metersBetween(a, b)).toBeCloseTo(metersBetween(b, a), 3);
    }),
  );
});

test("every corner of a ring is as far from its middle as the circle reaches", () => {
  fc.assert(
    fc.property(place, fc.integer({ min: 1, max: MOST_METERS }), (middle, meters) => {
      for (const corner of ringAround(middle, meters, 12)) expect(Math.abs(metersBetween(middle, corner) - meters)).toBeLessThan(0.01);
    }),
  );
});

test("what is typed in miles or kilometers, to a tenth, is kept in whole meters and read as it was typed", () => {
  fc.assert(
    fc.property(fc.constantFrom("mi" as const, "km" as const), fc.integer({ min: 1, max: 3100 }), (unit, tenths) => {
      expect(distanceIn(unit, metersOf(unit, tenths / 10))).toBe(tenths / 10);
    }),
  );
  expect([metersOf("mi", 10), metersOf("km", 10), metersOf("mi", 0)]).toEqual([16_093, 10_000, 0]);
});
