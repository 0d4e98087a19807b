import type { MessageInitShape } from "@bufbuild/protobuf";
import { toTimestamp } from "@leashline/kit";
import type { ImportSchema } from "@leashline/proto/leashline/customer/v1/import_pb.js";
import { columnNotesOf } from "./column-notes.ts";
import type { ImportRow } from "./import.ts";

export function toWire(row: ImportRow): MessageInitShape<typeof ImportSchema> {
  return {
    importId: row.id,
    fileName: row.file_name,
    status: row.status,
    totalBytes: row.total_bytes,
    receivedBytes: row.received_bytes,
    ...(row.format.columns ? { format: row.format } : {}),
    mapping: row.mapping,
    columnNotes: columnNotesOf(row),
    progress: {
      rowsTotal: row.rows_total,
      rowsRead: row.rows_read,
      clientsCreated: row.clients_created,
      petsCreated: row.pets_created,
      rowsExisting: row.rows_existing,
      rowsRejected: row.rows_rejected,
      warnings: row.warnings,
      clientsRemoved: row.clients_removed,
      petsRemoved: row.pets_removed,
      clientsKept: row.clients_kept,
      petsKept: row.pets_kept,
    },
    failure: row.failure,
    createdBy: row.created_by,
    createTime: toTimestamp(row.created_at),
    startTime: toTimestamp(row.started_at),
    finishTime: toTimestamp(row.finished_at),
  };
}
