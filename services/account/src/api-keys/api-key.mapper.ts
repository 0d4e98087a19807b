import type { MessageInitShape } from "@bufbuild/protobuf";
import { toTimestamp } from "@leashline/kit";
import type { ApiKeySchema } from "@leashline/proto/leashline/account/v1/api_key_service_pb.js";
import type { ApiKeyRow } from "./api-key.store.ts";

export const toKey = (row: ApiKeyRow): MessageInitShape<typeof ApiKeySchema> => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  permissions: row.permissions,
  businessIds: row.businessIds,
  createTime: toTimestamp(row.createTime),
  lastUsedTime: toTimestamp(row.lastUsedTime),
  expireTime: toTimestamp(row.expireTime),
  revokeTime: toTimestamp(row.revokeTime),
  createdBy: row.createdBy,
  createdByStaffId: row.createdByStaffId,
});
