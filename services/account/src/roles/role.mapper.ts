import type { MessageInitShape } from "@bufbuild/protobuf";
import type { RoleSchema } from "@leashline/proto/leashline/account/v1/role_service_pb.js";
import type { RoleRow } from "./role.ts";
import { allPermissions } from "./role.ts";

export const toRole = (row: RoleRow): MessageInitShape<typeof RoleSchema> => ({
  id: row.id,
  name: row.name,
  permissions: row.isOwnerRole ? [...allPermissions] : row.permissions,
  isOwnerRole: row.isOwnerRole,
  staffCount: row.staffCount,
  version: row.version,
});
