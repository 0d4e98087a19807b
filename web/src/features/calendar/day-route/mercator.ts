import { KM_TO_MILES } from "../shared/signs/distance.ts";

/** Degrees on a map. */
export type Place = { readonly lat: number; readonly lng: number };
/** What a map shows: what lies in its middle, and how close it is. */
export type Sight = { readonly center: Place; readonly zoom: number };
export type Size = { readonly width: number; readonly height: number };

/** How close a map opens where there is one place to look at (growth §9), and how far one may go. */
export const DEFAULT_ZOOM = 17;
export const CLOSEST = 19;
export const FARTHEST = 2;
const WORLD = 512;
const MARGIN = 56;

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));
export const zoomWithin = (zoom: number): number => clamp(zoom, FARTHEST, CLOSEST);

/** On a world that is 1 wide and high, as web maps draw it. */
const worldOf = ({ lat, lng }: Place): [number, number] => {
  const sine = Math.sin((clamp(lat, -85, 85) * Math.PI) / 180);
  return [(lng + 180) / 360, 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)];
};
const placeOf = (x: number, y: number): Place => ({
  lng: x * 360 - 180,
  lat: (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI,
});
const scaleOf = (zoom: number): number => WORLD * 2 ** zoom;

/** Where a place stands on a map, in its pixels. */
export const pixelsIn = ({ center, zoom }: Sight, { width, height }: Size) => {
  const [scale, [x, y]] = [scaleOf(zoom), worldOf(center)];
  return (place: Place): [number, number] => {
    const [px, py] = worldOf(place);
    return [width / 2 + (px - x) * scale, height / 2 + (py - y) * scale];
  };
};

/** The map pushed by so many pixels. */
export const pushed = ({ center, zoom }: Sight, dx: number, dy: number): Sight => {
  const [x, y] = worldOf(center);
  return { zoom, center: placeOf(x - dx / scaleOf(zoom), clamp(y - dy / scaleOf(zoom), 0, 1)) };
};

/** Closer or farther, with what lies under a pixel staying there. */
export const zoomed = (sight: Sight, by: number, { width, height }: Size, [px, py]: readonly [number, number]): Sight => {
  const zoom = zoomWithin(sight.zoom + by);
  const [dx, dy] = [px - width / 2, py - height / 2];
  const there = pushed(sight, -dx, -dy);
  return pushed({ ...there, zoom }, dx, dy);
};

/** All of these places at once, as close as can be but no closer than a map opens; nothing to look at is no sight. */
export const sightOf = (places: readonly Place[], { width, height }: Size): Sight | undefined => {
  if (places.length === 0) return undefined;
  const worlds = places.map(worldOf);
  const [xs, ys] = [worlds.map(([x]) => x), worlds.map(([, y]) => y)];
  const [left, right, top, foot] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const room = (pixels: number, span: number) => Math.log2(Math.max(1, pixels - 2 * MARGIN) / Math.max(span, 1e-12) / WORLD);
  const zoom = Math.min(DEFAULT_ZOOM, room(width, right - left), room(height, foot - top));
  return { center: placeOf((left + right) / 2, (top + foot) / 2), zoom: zoomWithin(zoom) };
};

const MILES_ROUND = 24_901;
/** How long a line of about a hundred pixels is, in round miles or kilometers. */
export const scaleBar = ({ center, zoom }: Sight, unit: "mi" | "km"): { long: number; pixels: number } => {
  const around = unit === "km" ? MILES_ROUND / KM_TO_MILES : MILES_ROUND;
  const aPixel = (around * Math.cos((center.lat * Math.PI) / 180)) / scaleOf(zoom);
  const rough = aPixel * 100;
  const ten = 10 ** Math.floor(Math.log10(rough));
  const long = [5, 2, 1].map((n) => n * ten).find((n) => n <= rough) ?? ten;
  return { long, pixels: long / aPixel };
};
