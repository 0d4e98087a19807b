import { fail } from "@leashline/kit";

export type Point = { readonly lat: number; readonly lng: number };
export type Area = {
  readonly id: string;
  readonly name: string;
  readonly byZipcode: boolean;
  readonly polygon: readonly Point[];
  readonly zipcodes: readonly string[];
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
  if (area.byZipcode && zipcodes.length === 0) throw fail("PARAMS_INVALID", { field: "zipcodes", reason: "needs at least one zip code" });
  const few = area.polygon.length < LEAST_CORNERS;
  if (few && (!area.byZipcode || area.polygon.length > 0))
    throw fail("PARAMS_INVALID", { field: "polygon", reason: "needs at least three corners" });
  if (!few && crossesItself(area.polygon)) throw fail("PARAMS_INVALID", { field: "polygon", reason: "the line must not cross itself" });
  return { ...area, name, zipcodes };
}

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

export const holds = ({ byZipcode, zipcodes, polygon }: Area, { zipcode, point }: Place): boolean =>
  byZipcode ? zipcode !== "" && zipcodes.includes(zipcodeOf(zipcode)) : point !== undefined && isWithin(polygon, point);

/** Whether enough is known of a place to tell whether it lies in an area. */
const isKnown = ({ byZipcode }: Area, { zipcode, point }: Place): boolean => (byZipcode ? zipcode !== "" : point !== undefined);

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
