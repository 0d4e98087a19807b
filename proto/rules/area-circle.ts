export type Degrees = { readonly lat: number; readonly lng: number };

/** From its middle, in meters, as far as the earth is round. */
const EARTH = 6_371_009;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;
const degrees = (angle: number): number => (angle * 180) / Math.PI;

/** As the crow flies. */
export function metersBetween(a: Degrees, b: Degrees): number {
  const [north, east] = [radians(b.lat - a.lat) / 2, radians(b.lng - a.lng) / 2];
  const half = Math.sin(north) ** 2 + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * Math.sin(east) ** 2;
  return 2 * EARTH * Math.asin(Math.min(1, Math.sqrt(half)));
}

/** Corners of a circle, as a map draws it: all of them so far from the middle. */
export function ringAround({ lat, lng }: Degrees, meters: number, corners = 72): Degrees[] {
  const [far, north] = [meters / EARTH, radians(lat)];
  return Array.from({ length: corners }, (_, n) => {
    const way = (2 * Math.PI * n) / corners;
    const to = Math.asin(Math.sin(north) * Math.cos(far) + Math.cos(north) * Math.sin(far) * Math.cos(way));
    const east = Math.atan2(Math.sin(way) * Math.sin(far) * Math.cos(north), Math.cos(far) - Math.sin(north) * Math.sin(to));
    return { lat: degrees(to), lng: lng + degrees(east) };
  });
}

/** How far an area may reach: about 310 miles. */
export const MOST_METERS = 500_000;
const A_UNIT = { mi: 1609.344, km: 1000 } as const;

/** A distance as it is typed, in whole meters; and as it is read again, to a tenth. */
export const metersOf = (unit: "mi" | "km", distance: number): number => Math.round(distance * A_UNIT[unit]);
export const distanceIn = (unit: "mi" | "km", meters: number): number => Math.round((meters / A_UNIT[unit]) * 10) / 10;
