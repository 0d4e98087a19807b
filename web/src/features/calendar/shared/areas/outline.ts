import { type ServiceArea, ServiceAreaType } from "@leashline/proto/leashline/calendar/v1/service_area_service_pb.js";
import { type Degrees, distanceIn, ringAround } from "@leashline/proto/rules/area-circle.ts";
import { plural } from "../../../../ui/format/text.ts";
import type { DistanceUnit } from "../signs/distance.ts";

/** The line around an area on a map; none around a list of zip codes, which no map knows. */
export function outlineOf({ serviceAreaType, polygon, circle }: ServiceArea): readonly Degrees[] {
  if (serviceAreaType === ServiceAreaType.POLYGON) return polygon;
  if (serviceAreaType !== ServiceAreaType.CIRCLE || !circle?.center) return [];
  return ringAround(circle.center, circle.radiusMeters);
}

/** "10 miles", "1 kilometer". */
export const distanceWords = (meters: number, unit: DistanceUnit): string =>
  plural(distanceIn(unit, meters), unit === "mi" ? "mile" : "kilometer");

/** Where an area is, in words. */
export function areaWords({ serviceAreaType, zipcodes, polygon, circle }: ServiceArea, unit: DistanceUnit): string {
  if (serviceAreaType === ServiceAreaType.ZIPCODES) return zipcodes.join(", ");
  if (serviceAreaType === ServiceAreaType.POLYGON) return `Drawn with ${plural(polygon.length, "corner")}`;
  return circle ? `Within ${distanceWords(circle.radiusMeters, unit)} of ${circle.address || "your location"}` : "";
}
