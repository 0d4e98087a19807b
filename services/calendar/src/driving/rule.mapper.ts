import type { MessageInitShape } from "@bufbuild/protobuf";
import { fail } from "@leashline/kit";
import type { Van } from "@leashline/proto/leashline/account/v1/van_service_pb.js";
import type {
  DrivingRuleSchema,
  ParkingLocationSchema,
  ParkingPlace,
  SaveDrivingRuleRequest,
  SaveParkingLocationRequest,
} from "@leashline/proto/leashline/calendar/v1/driving_rule_service_pb.js";
import type { ParkingFields, ParkingRow, Place, RuleFields, RuleRow } from "./rule.store.ts";
import { DEFAULT_LIMITS } from "./rule.ts";

type Vans = readonly Pick<Van, "vanId" | "drivingRuleId" | "locationId">[];

export const toRule = ({ id, ...row }: RuleRow, vans: Vans): MessageInitShape<typeof DrivingRuleSchema> => ({
  ...row,
  drivingRuleId: id,
  assignedVanIdList: vans.filter((van) => van.drivingRuleId === id).map((van) => van.vanId),
});

export const toParking = ({ id, startAt, endAt, ...row }: ParkingRow, vans: Vans): MessageInitShape<typeof ParkingLocationSchema> => ({
  ...row,
  locationId: id,
  start: { ...startAt },
  ...(endAt && { end: { ...endAt } }),
  vanIdList: vans.filter((van) => van.locationId === id).map((van) => van.vanId),
});

function nameOf(name: string): string {
  if (name.trim() === "") throw fail("PARAMS_INVALID", { field: "name", reason: "must not be blank" });
  return name.trim();
}

export function changedRule(before: RuleRow | undefined, request: SaveDrivingRuleRequest, fields: ReadonlySet<string>): RuleFields {
  const from = before ?? { name: "", ...DEFAULT_LIMITS };
  return {
    name: nameOf(fields.has("name") ? (request.name ?? "") : from.name),
    maxDist: fields.has("maxDist") ? (request.maxDist ?? DEFAULT_LIMITS.maxDist) : from.maxDist,
    maxTime: fields.has("maxTime") ? (request.maxTime ?? DEFAULT_LIMITS.maxTime) : from.maxTime,
  };
}

const placeOf = (place: ParkingPlace): Place => ({ address: place.address.trim(), lat: place.lat, lng: place.lng });

export function changedParking(
  before: ParkingRow | undefined,
  request: SaveParkingLocationRequest,
  fields: ReadonlySet<string>,
): ParkingFields {
  const { start, end } = request;
  const startAt = fields.has("start") ? start && placeOf(start) : before?.startAt;
  if (!startAt) throw fail("PARAMS_INVALID", { field: "start", reason: "must be given" });
  return {
    name: nameOf(fields.has("name") ? (request.name ?? "") : (before?.name ?? "")),
    startAt,
    endAt: fields.has("end") ? (end ? placeOf(end) : null) : (before?.endAt ?? null),
  };
}
