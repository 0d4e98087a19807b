import type { MessageInitShape } from "@bufbuild/protobuf";
import { toTimestamp } from "@leashline/kit";
import type { ClientMergeSchema } from "@leashline/proto/leashline/customer/v1/merge_service_pb.js";
import type { MergeRow } from "./merge.store.ts";
import { undoUntil } from "./merge.ts";

export const toMerge = (row: MergeRow): MessageInitShape<typeof ClientMergeSchema> => ({
  mergeId: row.id,
  winnerId: row.winnerId,
  loserId: row.loserId,
  loserName: row.loserName,
  staffName: row.staffName,
  mergeTime: toTimestamp(row.madeAt),
  undoUntil: toTimestamp(undoUntil(row.madeAt)),
  ...(row.undoneAt && { undoneTime: toTimestamp(row.undoneAt) }),
});
