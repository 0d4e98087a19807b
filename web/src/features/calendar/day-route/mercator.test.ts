import { expect, test } from "vitest";
import { DEFAULT_ZOOM, pixelsIn, pushed, scaleBar, sightOf, zoomed } from "./mercator.ts";

const size = { width: 800, height: 600 };
const seattle = { lat: 47.6, lng: -122.3 };
const near = (a: readonly number[], b: readonly number[]) => {
  for (const [n, one] of a.entries()) expect(one).toBeCloseTo(b[n] ?? Number.NaN, 3);
};

test("map-zoom-default: a map of one place opens with it in the middle, at zoom 17; several all fit, no closer", () => {
  expect(sightOf([], size)).toBeUndefined();
  expect(sightOf([seattle], size)?.zoom).toBe(17);
  near(pixelsIn(sightOf([seattle], size)!, size)(seattle), [400, 300]);
  const places = [seattle, { lat: 47.9, lng: -122.1 }, { lat: 47.4, lng: -122.6 }];
  const sight = sightOf(places, size)!;
  expect(sight.zoom).toBeLessThan(DEFAULT_ZOOM);
  for (const place of places) {
    const [x, y] = pixelsIn(sight, size)(place);
    expect(x).toBeGreaterThan(50);
    expect(x).toBeLessThan(750);
    expect(y).toBeGreaterThan(50);
    expect(y).toBeLessThan(550);
  }
});

test("pushing moves what is seen by as many pixels, and closer keeps what lies under the pointer", () => {
  const sight = { center: seattle, zoom: 11 };
  near(pixelsIn(sight, size)(seattle), [400, 300]);
  near(pixelsIn(pushed(sight, 30, -20), size)(seattle), [430, 280]);
  const under = pushed(sight, -250, -100).center;
  near(pixelsIn(sight, size)(under), [650, 400]);
  near(pixelsIn(zoomed(sight, 1.5, size, [650, 400]), size)(under), [650, 400]);
});

test("the bar of the scale is a round number of miles or kilometers, about a hundred pixels long", () => {
  for (const [zoom, unit] of [3, 7.5, 11, 17].flatMap((one) => [[one, "mi"] as const, [one, "km"] as const])) {
    const { long, pixels } = scaleBar({ center: seattle, zoom }, unit);
    expect(pixels).toBeGreaterThan(39);
    expect(pixels).toBeLessThanOrEqual(100);
    expect(String(long)).toMatch(/^(0\.0*)?[125]0*$/);
  }
});
