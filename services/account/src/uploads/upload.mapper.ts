import type { MessageInitShape } from "@bufbuild/protobuf";
import type { UploadJobSchema, UploadSchema } from "@leashline/proto/leashline/account/v1/upload_state_service_pb.js";
import type { UploadJobRow, UploadRow } from "./upload.store.ts";
import { jobState, lastPartSize, partCount, partSize, stateAt } from "./upload.ts";

export const toUpload = (row: UploadRow, now: Date): MessageInitShape<typeof UploadSchema> => ({
  fileId: row.id,
  fileName: row.fileName,
  size: row.size,
  public: row.isPublic,
  jobId: row.jobId ?? "",
  state: stateAt(row, now),
  reason: row.reason,
  partSize,
  partCount: partCount(row.size),
  lastPartSize: lastPartSize(row.size),
});

export const toJob = (job: UploadJobRow, rows: readonly UploadRow[], now: Date): MessageInitShape<typeof UploadJobSchema> => ({
  jobId: job.id,
  state: jobState(
    rows.map((row) => stateAt(row, now)),
    job.cancelled,
  ),
  uploads: rows.map((row) => toUpload(row, now)),
});
