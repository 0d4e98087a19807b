import type { MessageInitShape } from "@bufbuild/protobuf";
import { toTimestamp } from "@leashline/kit";
import type { ImportSchema } from "@leashline/proto/leashline/customer/v1/import_pb.js";
import { columnNotesOf } from "./column-notes.ts";
import type { ImportRow } from "./import.ts";

export function toImport(row: ImportRow): MessageInitShape<typeof ImportSchema> {
  return {
    importId: row.id,
    fileName: row.fileName,
    status: row.status,
    totalBytes: row.totalBytes,
    receivedBytes: row.receivedBytes,
    ...(row.format.columns ? { format: row.format } : {}),
    mapping: row.mapping,
    columnNotes: columnNotesOf(row),
    progress: {
      rowsTotal: row.rowsTotal,
      rowsRead: row.rowsRead,
      clientsCreated: row.clientsCreated,
      petsCreated: row.petsCreated,
      rowsExisting: row.rowsExisting,
      rowsRejected: row.rowsRejected,
      warnings: row.warnings,
      clientsRemoved: row.clientsRemoved,
      petsRemoved: row.petsRemoved,
      clientsKept: row.clientsKept,
      petsKept: row.petsKept,
    },
    failure: row.failure,
    asLeads: row.asLeads,
    createdBy: row.createdBy,
    createTime: toTimestamp(row.createdAt),
    startTime: toTimestamp(row.startedAt),
    finishTime: toTimestamp(row.finishedAt),
  };
}
