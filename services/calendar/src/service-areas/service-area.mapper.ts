import type { MessageInitShape } from "@bufbuild/protobuf";
import { fail } from "@leashline/kit";
import {
  type SaveServiceAreaRequest,
  type ServiceAreaSchema,
  ServiceAreaType,
  type StaffAreaDay,
  type StaffAreasSchema,
  type ZipcodeInfoSchema,
} from "@leashline/proto/leashline/calendar/v1/service_area_service_pb.js";
import type { ZipcodeRecord } from "@leashline/proto/leashline/customer/v1/address_pb.js";
import type { AreaRow, StaffDayRow } from "./service-area.store.ts";
import { type AreaFields, type AreaKind, type Circle, checked } from "./service-area.ts";

const types = { zipcodes: ServiceAreaType.ZIPCODES, polygon: ServiceAreaType.POLYGON, circle: ServiceAreaType.CIRCLE } as const;
const kindOf = (type: ServiceAreaType | undefined): AreaKind =>
  type === ServiceAreaType.POLYGON ? "polygon" : type === ServiceAreaType.CIRCLE ? "circle" : "zipcodes";

export const toArea = (row: AreaRow): MessageInitShape<typeof ServiceAreaSchema> => ({
  areaId: row.id,
  businessId: row.businessId,
  areaName: row.name,
  colorCode: row.colorCode,
  serviceAreaType: types[row.kind],
  polygon: row.polygon.map((point) => ({ ...point })),
  zipcodes: [...row.zipcodes],
  version: row.version,
  ...(row.circle && { circle: row.circle }),
});

const FIRST_COLOR = "#0F6E64";

const blank: AreaFields = { name: "", colorCode: FIRST_COLOR, kind: "zipcodes", polygon: [], zipcodes: [], circle: null };

/** The area as it is to be: what a request names, on what is there. Its circle was looked at already. */
export function changedArea(
  before: AreaRow | null,
  request: SaveServiceAreaRequest,
  fields: ReadonlySet<string>,
  circle: Circle | null,
): AreaFields {
  const { areaName = "", colorCode = FIRST_COLOR, serviceAreaType, polygon, zipcodes } = request;
  const from = before ?? blank;
  if (!before && serviceAreaType === undefined) throw fail("PARAMS_INVALID", { field: "serviceAreaType", reason: "must be given" });
  return checked({
    name: fields.has("areaName") ? areaName : from.name,
    colorCode: fields.has("colorCode") ? colorCode : from.colorCode,
    kind: fields.has("serviceAreaType") ? kindOf(serviceAreaType) : from.kind,
    polygon: fields.has("polygon") ? polygon.map(({ lat, lng }) => ({ lat, lng })) : from.polygon,
    zipcodes: fields.has("zipcodes") ? zipcodes : from.zipcodes,
    circle: fields.has("circle") ? circle : from.circle,
  });
}

/** A week as it is kept: days without areas are not. */
export function weekOf(given: readonly StaffAreaDay[]): { weekday: number; areaIds: string[] }[] {
  if (new Set(given.map((day) => day.weekday)).size < given.length)
    throw fail("PARAMS_INVALID", { field: "days", reason: "names a weekday twice" });
  const days = given.filter((day) => day.areaIds.length > 0).map(({ weekday, areaIds }) => ({ weekday, areaIds: [...areaIds] }));
  return days.sort((a, b) => a.weekday - b.weekday);
}

export const toStaffAreas = (rows: readonly StaffDayRow[]): MessageInitShape<typeof StaffAreasSchema>[] =>
  [...Map.groupBy(rows, (row) => row.staffId)].map(([staffId, days]) => ({
    staffId,
    days: days.map(({ weekday, areaIds }) => ({ weekday, areaIds })),
  }));

export const zipcodeInfos = (
  codes: readonly string[],
  lived: readonly ZipcodeRecord[],
  areas: readonly AreaRow[],
): MessageInitShape<typeof ZipcodeInfoSchema>[] => {
  const known = new Map(lived.map((one) => [one.zipcode, one]));
  return codes.map((zipcode) => {
    const { city = "", state = "", clientCount = 0 } = known.get(zipcode) ?? {};
    const areaIds = areas.filter((area) => area.kind === "zipcodes" && area.zipcodes.includes(zipcode)).map((area) => area.id);
    return { zipcode, city, state, clientCount, areaIds };
  });
};
