import { fail } from "@leashline/kit";
import { MOST_METERS, metersBetween } from "@leashline/proto/rules/area-circle.ts";

export type Point = { readonly lat: number; readonly lng: number };
/** Everything within a distance of a place; around the location (`atLocation`) it moves with that. */
export type Circle = {
  readonly radiusMeters: number;
  readonly center: Point;
  readonly address: string;
  readonly atLocation: boolean;
};
export type AreaKind = "zipcodes" | "polygon" | "circle";
export type Area = {
  readonly id: string;
  readonly name: string;
  readonly kind: AreaKind;
  readonly polygon: readonly Point[];
  readonly zipcodes: readonly string[];
  readonly circle: Circle | null;
};
export type AreaFields = Omit<Area, "id"> & { readonly colorCode: string };
export type Place = { readonly zipcode: string; readonly point?: Point | undefined };

/** As zip codes are kept and compared: without blanks, in capitals; of nine digits the first five. */
export function zipcodeOf(text: string): string {
  const plain = text.replaceAll(" ", "").toUpperCase();
  return /^\d{5}-?\d{4}$/.test(plain) ? plain.slice(0, 5) : plain;
}

const LEAST_CORNERS = 3;

/** An area that says where it is. */
export function checked(area: AreaFields): AreaFields {
  const name = area.name.trim();
  if (name === "") throw fail("PARAMS_INVALID", { field: "areaName", reason: "must not be blank" });
  const zipcodes = [...new Set(area.zipcodes.map(zipcodeOf))].sort();
  if (area.kind === "zipcodes" && zipcodes.length === 0)
    throw fail("PARAMS_INVALID", { field: "zipcodes", reason: "needs at least one zip code" });
  if (area.kind === "circle" && !area.circle)
    throw fail("PARAMS_INVALID", { field: "circle", reason: "needs a distance and what it is measured from" });
  mustBeALine(area);
  return { ...area, name, zipcodes };
}

function mustBeALine({ kind, polygon }: AreaFields): void {
  const few = polygon.length < LEAST_CORNERS;
  if (few && (kind === "polygon" || polygon.length > 0))
    throw fail("PARAMS_INVALID", { field: "polygon", reason: "needs at least three corners" });
  if (!few && crossesItself(polygon)) throw fail("PARAMS_INVALID", { field: "polygon", reason: "the line must not cross itself" });
}

/** What is known of a circle once its middle was looked for. */
export type Drawn = Omit<Circle, "center"> & { readonly center: Point | undefined };

const toMillionths = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

/** A circle that reaches somewhere, around a place of which it is known where it is. */
export function checkedCircle({ radiusMeters, center, address, atLocation }: Drawn): Circle {
  if (radiusMeters <= 0) throw fail("PARAMS_INVALID", { field: "circle.radiusMeters", reason: "must be more than 0" });
  if (radiusMeters > MOST_METERS)
    throw fail("PARAMS_INVALID", { field: "circle.radiusMeters", reason: "must be at most 310 miles (500 kilometers)" });
  if (!center) throw unplaced(atLocation);
  return {
    ...{ radiusMeters, center: { lat: toMillionths(center.lat), lng: toMillionths(center.lng) } },
    ...{ address: atLocation ? "" : address.trim(), atLocation },
  };
}

const unplaced = (atLocation: boolean) =>
  atLocation
    ? fail("PARAMS_INVALID", {
        field: "circle.atLocation",
        message: "It is not known where the location is on the map. Pick its address in the settings of the location first.",
      })
    : fail("PARAMS_INVALID", {
        field: "circle.address",
        message: "It is not known where this address is on the map. Pick one from the list, or type its latitude and longitude.",
      });

/** On which side of the line from a to b a point lies: above 0 left, below 0 right. */
const side = (a: Point, b: Point, p: Point): number => (b.lng - a.lng) * (p.lat - a.lat) - (b.lat - a.lat) * (p.lng - a.lng);

const cross = (a: Point, b: Point, c: Point, d: Point): boolean => side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;

export function crossesItself(corners: readonly Point[]): boolean {
  const edges = corners.map((from, n) => [from, corners[(n + 1) % corners.length] as Point] as const);
  return edges.some(([a, b], n) => edges.slice(n + 1).some(([c, d]) => cross(a, b, c, d)));
}

/** Whether a point lies within the corners: a ray to the east leaves it an odd number of times. */
export function isWithin(corners: readonly Point[], { lat, lng }: Point): boolean {
  const crossed = corners.filter((a, n) => {
    const b = corners[(n + 1) % corners.length] as Point;
    if (a.lat > lat === b.lat > lat) return false;
    return lng < a.lng + ((lat - a.lat) / (b.lat - a.lat)) * (b.lng - a.lng);
  });
  return crossed.length % 2 === 1;
}

export function holds({ kind, zipcodes, polygon, circle }: Area, { zipcode, point }: Place): boolean {
  if (kind === "zipcodes") return zipcode !== "" && zipcodes.includes(zipcodeOf(zipcode));
  if (point === undefined) return false;
  if (kind === "polygon") return isWithin(polygon, point);
  return circle !== null && metersBetween(circle.center, point) <= circle.radiusMeters;
}

/** Whether enough is known of a place to tell whether it lies in an area. */
const isKnown = ({ kind }: Area, { zipcode, point }: Place): boolean => (kind === "zipcodes" ? zipcode !== "" : point !== undefined);

/**
 * The areas a place lies in, and whether that is enough: somebody who goes to some areas goes to those; without areas one goes everywhere. Nobody is warned of a
 * place of which too little is known.
 */
export function coverage<A extends Area>(areas: readonly A[], staffAreas: readonly A[], place: Place): { areas: A[]; covered: boolean } {
  const found = areas.filter((area) => holds(area, place));
  const wanted = staffAreas.length > 0 ? staffAreas : areas;
  return {
    areas: found,
    covered:
      found.some(({ id }) => wanted.some((area) => area.id === id)) || !wanted.every((area) => isKnown(area, place)) || areas.length === 0,
  };
}
