import { type AreaPoint, type ServiceArea, ServiceAreaType } from "@leashline/proto/leashline/calendar/v1/service_area_service_pb.js";

export type AreaValues = { areaName: string; colorCode: string; type: string; zipcodes: string; corners: string };
export type Corner = Pick<AreaPoint, "lat" | "lng">;

export const BY_ZIPCODES = String(ServiceAreaType.ZIPCODES);
export const BY_CORNERS = String(ServiceAreaType.POLYGON);

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

export const valuesOf = (area: ServiceArea | undefined, colorCode: string): AreaValues => ({
  areaName: area?.areaName ?? "",
  colorCode: area?.colorCode ?? colorCode,
  type: String(area?.serviceAreaType ?? ServiceAreaType.ZIPCODES),
  zipcodes: area?.zipcodes.join(", ") ?? "",
  corners: cornersText(area?.polygon ?? []),
});

export const requestOf = ({ areaName, colorCode, type, zipcodes, corners }: AreaValues) => ({
  areaName: areaName.trim(),
  colorCode,
  serviceAreaType: Number(type) as ServiceAreaType,
  zipcodes: zipcodesIn(zipcodes),
  polygon: cornersIn(corners) ?? [],
  updateMask: { paths: ["area_name", "color_code", "service_area_type", "zipcodes", "polygon"] },
});
