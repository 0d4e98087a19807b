import type { MessageInitShape } from "@bufbuild/protobuf";
import { toTimestamp, toWireDate } from "@leashline/kit";
import type { VanSchema } from "@leashline/proto/leashline/account/v1/van_service_pb.js";
import type { Driver, VanRow } from "./van.store.ts";

export const toDriver = (d: Driver) => ({ staffId: d.staffId, firstName: d.firstName, lastName: d.lastName, colorCode: d.colorCode });

export const toVan = (row: VanRow): MessageInitShape<typeof VanSchema> => ({
  vanId: row.id,
  businessId: row.businessId,
  nickName: row.nickName,
  licensePlate: row.licensePlate,
  make: row.make,
  model: row.model,
  ...(row.dateInService ? { dateInService: toWireDate(row.dateInService) } : {}),
  avatarPath: row.avatarPath,
  note: row.note,
  createTime: toTimestamp(row.createTime),
  updateTime: toTimestamp(row.updateTime),
  staffIdList: row.drivers.map((d) => d.staffId),
  staffList: row.drivers.map(toDriver),
  locationId: row.locationId,
  drivingRuleId: row.drivingRuleId,
  version: row.version,
});
