import {
  type AreaCircle,
  type AreaPoint,
  type ServiceArea,
  ServiceAreaType,
} from "@leashline/proto/leashline/calendar/v1/service_area_service_pb.js";
import { distanceIn, MOST_METERS, metersOf } from "@leashline/proto/rules/area-circle.ts";
import { type DistanceUnit, unitWords } from "../shared/signs/distance.ts";

/** A circle as it is typed: the distance in the unit that the company reads. The names are those of the call, so that its refusals find their field. */
export type CircleValues = { radiusMeters: string; atLocation: string; address: string; lat: string; lng: string };
export type AreaValues = {
  areaName: string;
  colorCode: string;
  type: string;
  zipcodes: string;
  corners: string;
  circle: CircleValues;
};
export type Corner = Pick<AreaPoint, "lat" | "lng">;

export const BY_ZIPCODES = String(ServiceAreaType.ZIPCODES);
export const BY_CORNERS = String(ServiceAreaType.POLYGON);
export const BY_DISTANCE = String(ServiceAreaType.CIRCLE);
export const FROM_LOCATION = "location";
export const FROM_ADDRESS = "address";

/** ZIP codes as somebody types them: with commas, blanks or line breaks between. */
export const zipcodesIn = (text: string): string[] => [
  ...new Set(
    text
      .toUpperCase()
      .split(/[\s,;]+/)
      .filter(Boolean),
  ),
];

/** One corner a line, latitude first; undefined where a line is none. */
export function cornersIn(text: string): Corner[] | undefined {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  const corners = lines.map((line) => {
    const found = /^(-?\d+(?:\.\d+)?)[\s,]+(-?\d+(?:\.\d+)?)$/.exec(line);
    return { lat: Number(found?.[1] ?? Number.NaN), lng: Number(found?.[2] ?? Number.NaN) };
  });
  return corners.every(({ lat, lng }) => Math.abs(lat) <= 90 && Math.abs(lng) <= 180) ? corners : undefined;
}

export const cornersText = (corners: readonly Corner[]): string =>
  corners.map(({ lat, lng }) => `${lat.toFixed(5)}, ${lng.toFixed(5)}`).join("\n");

/** "10", "2.5" or "2,5": more than nothing, to a tenth, and no farther than an area may reach. */
export function metersIn(text: string, unit: DistanceUnit): number | undefined {
  const typed = text.trim().replace(",", ".");
  if (!/^\d{1,4}(\.\d)?$/.test(typed)) return undefined;
  const meters = metersOf(unit, Number(typed));
  return meters > 0 && meters <= MOST_METERS ? meters : undefined;
}

export const distanceHelp = (unit: DistanceUnit): string =>
  `A number above 0, up to ${Math.floor(distanceIn(unit, MOST_METERS))} ${unitWords[unit]}`;

/** Where the middle of a circle is, once it was picked or typed. */
export const middleIn = ({ lat, lng }: CircleValues): Corner | undefined => cornersIn(`${lat.trim()} ${lng.trim()}`)?.[0];

const circleValues = (circle: AreaCircle | undefined, unit: DistanceUnit): CircleValues => ({
  radiusMeters: circle ? String(distanceIn(unit, circle.radiusMeters)) : "10",
  atLocation: circle && !circle.atLocation ? FROM_ADDRESS : FROM_LOCATION,
  address: circle?.address ?? "",
  lat: circle && !circle.atLocation ? String(circle.center?.lat ?? "") : "",
  lng: circle && !circle.atLocation ? String(circle.center?.lng ?? "") : "",
});

export const valuesOf = (area: ServiceArea | undefined, colorCode: string, unit: DistanceUnit): AreaValues => ({
  areaName: area?.areaName ?? "",
  colorCode: area?.colorCode ?? colorCode,
  type: String(area?.serviceAreaType ?? ServiceAreaType.ZIPCODES),
  zipcodes: area?.zipcodes.join(", ") ?? "",
  corners: cornersText(area?.polygon ?? []),
  circle: circleValues(area?.circle, unit),
});

/** Another unit than it was kept in rounds: a distance that nobody touched stays as it was. */
const circleIn = (circle: CircleValues, unit: DistanceUnit, before: AreaCircle | undefined) => {
  const atLocation = circle.atLocation === FROM_LOCATION;
  const center = atLocation ? undefined : middleIn(circle);
  const same = before && circle.radiusMeters === circleValues(before, unit).radiusMeters;
  const radiusMeters = same ? before.radiusMeters : (metersIn(circle.radiusMeters, unit) ?? 0);
  return { radiusMeters, atLocation, address: atLocation ? "" : circle.address.trim(), ...(center && { center }) };
};

/** What the area is by; what it could be by besides goes along as far as it was filled in. */
export const requestOf = (values: AreaValues, unit: DistanceUnit, before?: AreaCircle) => {
  const { areaName, colorCode, type, zipcodes, corners, circle } = values;
  const byDistance = type === BY_DISTANCE;
  return {
    areaName: areaName.trim(),
    colorCode,
    serviceAreaType: Number(type) as ServiceAreaType,
    zipcodes: zipcodesIn(zipcodes),
    polygon: cornersIn(corners) ?? [],
    ...(byDistance && { circle: circleIn(circle, unit, before) }),
    updateMask: { paths: ["area_name", "color_code", "service_area_type", "zipcodes", "polygon", ...(byDistance ? ["circle"] : [])] },
  };
};
