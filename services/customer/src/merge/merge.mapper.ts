import type { MessageInitShape } from "@bufbuild/protobuf";
import { toTimestamp } from "@leashline/kit";
import type {
  ClientMergeSchema,
  DismissedDuplicateSchema,
  DuplicateClientSchema,
} from "@leashline/proto/leashline/customer/v1/merge_service_pb.js";
import type { Said } from "../duplicates/not-the-same.store.ts";
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

/** Nothing where the other is out of reach. */
export const toDismissed = (
  { staffName, saidAt }: Said,
  client: MessageInitShape<typeof DuplicateClientSchema> | undefined,
): MessageInitShape<typeof DismissedDuplicateSchema> | undefined => client && { client, staffName, dismissTime: toTimestamp(saidAt) };
