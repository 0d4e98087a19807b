import type { MessageInitShape } from "@bufbuild/protobuf";
import { toMoney, toTimestamp } from "@leashline/kit";
import type { ServiceChargeSchema } from "@leashline/proto/leashline/offering/v1/service_charge_service_pb.js";
import type { ServiceChargeRow } from "./service-charge.store.ts";

export const toServiceCharge = (row: ServiceChargeRow): MessageInitShape<typeof ServiceChargeSchema> => ({
  serviceChargeId: row.id,
  name: row.name,
  price: toMoney(row.priceMinor, row.currency),
  isActive: row.isActive,
  surchargeType: row.surchargeType,
  time: row.time,
  applyType: row.applyType,
  autoApply: row.autoApply,
  careTypes: row.careTypes,
  businessIds: row.businessIds,
  taxId: row.taxId,
  version: row.version,
  createTime: toTimestamp(row.createTime),
  updateTime: toTimestamp(row.updateTime),
});

/** A charge as other services keep it. */
export const chargeChanged = (row: ServiceChargeRow, deleted = false) => ({ serviceCharge: toServiceCharge(row), deleted });
