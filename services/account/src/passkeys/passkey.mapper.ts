import type { MessageInitShape } from "@bufbuild/protobuf";
import { toTimestamp } from "@leashline/kit";
import type { PasskeySchema } from "@leashline/proto/leashline/account/v1/passkey_service_pb.js";
import type { PasskeyRow } from "./passkey.store.ts";

export const toPasskey = (row: PasskeyRow): MessageInitShape<typeof PasskeySchema> => ({
  id: row.id,
  name: row.name,
  backedUp: row.backedUp,
  createTime: toTimestamp(row.createTime),
  lastUsedTime: toTimestamp(row.lastUsedTime),
});
