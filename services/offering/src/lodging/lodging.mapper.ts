import type { MessageInitShape } from "@bufbuild/protobuf";
import { toMoney, toTimestamp, toWireDate } from "@leashline/kit";
import type { LodgingTypeSchema, LodgingUnitSchema } from "@leashline/proto/leashline/offering/v1/lodging_service_pb.js";
import type { LodgingTypeRow } from "./lodging-type.store.ts";
import type { LodgingUnitRow } from "./lodging-unit.store.ts";

export const toLodgingType = (row: LodgingTypeRow): MessageInitShape<typeof LodgingTypeSchema> => ({
  lodgingTypeId: row.id,
  name: row.name,
  description: row.description,
  images: row.images,
  spaceType: row.spaceType,
  capacity: row.capacity,
  maxWeight: row.maxWeight,
  petTypes: row.petTypes,
  petSizeIds: row.petSizeIds,
  ...(row.rateKind !== 0 && { rate: { kind: row.rateKind, amount: toMoney(row.rateMinor, row.rateCurrency) } }),
  sort: row.sort,
  version: row.version,
  createTime: toTimestamp(row.createTime),
  updateTime: toTimestamp(row.updateTime),
});

export const toLodgingUnit = (row: LodgingUnitRow): MessageInitShape<typeof LodgingUnitSchema> => ({
  lodgingUnitId: row.id,
  businessId: row.businessId,
  lodgingTypeId: row.lodgingTypeId,
  name: row.name,
  cameraUrl: row.cameraUrl,
  capacity: row.capacity,
  outOfService: row.outOfService.map(({ startDate, endDate, reason }) => ({
    startDate: toWireDate(startDate),
    endDate: toWireDate(endDate),
    reason,
  })),
  sort: row.sort,
  version: row.version,
  createTime: toTimestamp(row.createTime),
  updateTime: toTimestamp(row.updateTime),
});
